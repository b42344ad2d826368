//! A board in letters.

use std::fmt::Write as _;

use crate::game::{Cell, Colour, Grid, MoveInput, Picture, Spot};

/// The letters of a spot: `x` is Black, `o` White, the last stone is a capital; `?` is offered, `!` forbidden, and `+` a
/// legal move where only some points are legal.
pub(super) fn mark(picture: &Picture, turn: &MoveInput, at: Spot) -> char {
    let last = picture.last().contains(&at);
    let is_in_zone = || picture.zone.as_ref().is_some_and(|zone| zone.contains(&at));
    let legal = || {
        let paths = turn.paths.iter().flatten();
        paths
            .map(|path| path.spots)
            .any(|spots| spots.as_slice() == [at])
    };
    match picture.cell(at) {
        Cell::Missing => ' ',
        Cell::Piece { colour, .. } => match (colour, last) {
            (Colour::Black, false) => 'x',
            (Colour::Black, true) => 'X',
            (Colour::White, false) => 'o',
            (Colour::White, true) => 'O',
        },
        Cell::Empty if picture.offered.contains(&at) => '?',
        Cell::Empty if picture.forbidden.iter().any(|&(point, _)| point == at) => '!',
        Cell::Empty if is_in_zone() || legal() => '+',
        Cell::Empty => '.',
    }
}

/// The board with its coordinates.
pub(super) fn draw(picture: &Picture, turn: &MoveInput) -> String {
    match &picture.grid {
        Grid::Net { .. } => draw_net(picture),
        Grid::Lines(_) | Grid::Squares(_) => {
            draw_grid(picture, &Part::whole(picture), |at| mark(picture, turn, at))
        }
    }
}

/// A part of a board between two opposite corners, or all of it; a marked point without a stone is a `*`.
pub(super) fn draw_part(picture: &Picture, corners: Option<[Spot; 2]>, marks: &[Spot]) -> String {
    let sign = |at: Spot| match mark(picture, &MoveInput::stones(1), at) {
        '.' | '!' | '+' if marks.contains(&at) => '*',
        sign => sign,
    };
    match &picture.grid {
        Grid::Net { .. } => draw_net(picture),
        Grid::Lines(_) | Grid::Squares(_) => {
            let part = corners.map_or_else(|| Part::whole(picture), Part::between);
            draw_grid(picture, &part, sign)
        }
    }
}

/// A part of a board between two opposite corners, which belong to it.
struct Part {
    from: Spot,
    to: Spot,
}

impl Part {
    /// All of a board.
    fn whole(picture: &Picture) -> Self {
        Self {
            from: Spot::new(0, 0),
            to: Spot::new(picture.width - 1, picture.height - 1),
        }
    }

    /// The part between two corners, whichever is above or to the left of the other.
    fn between(corners: [Spot; 2]) -> Self {
        let [one, other] = corners;
        Self {
            from: Spot::new(one.x.min(other.x), one.y.min(other.y)),
            to: Spot::new(one.x.max(other.x), one.y.max(other.y)),
        }
    }
}

fn draw_grid(picture: &Picture, part: &Part, sign: impl Fn(Spot) -> char) -> String {
    let columns = part.from.x..=part.to.x;
    let mut text = String::new();
    for y in part.from.y..=part.to.y {
        let name = picture.name(Spot::new(0, y));
        // Strings take all text.
        let _ = write!(text, "{:>2}", name.get(1..).unwrap_or_default());
        for x in columns.clone() {
            text.push(' ');
            text.push(sign(Spot::new(x, y)));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for x in columns {
        text.push(' ');
        text.push(char::from(b'a' + x));
    }
    text
}

/// The points by their names, `R` and `B` where pieces stand.
fn draw_net(picture: &Picture) -> String {
    let sign = |at: Spot| match picture.cell(at) {
        Cell::Missing => " ".to_string(),
        Cell::Empty => picture.name(at),
        Cell::Piece { colour, .. } => net_letter(colour).to_string(),
    };
    let row = |y: u8| {
        let signs = (0..picture.width).map(|x| sign(Spot::new(x, y)));
        let row = signs.collect::<Vec<String>>().join(" ");
        format!("  {}", row.trim_end())
    };
    let rows: Vec<String> = (0..picture.height).map(row).collect();
    rows.join("\n")
}

/// The letter of a piece on a board of named points.
pub(super) const fn net_letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'R',
        Colour::White => 'B',
    }
}
