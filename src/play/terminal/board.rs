//! A board in letters.

use std::fmt::Write as _;

use crate::game::{Cell, Colour, Grid, MoveInput, Picture, Spot};

/// The letters of a spot: `x` is Black, `o` White, the last stone is a capital; `?` is offered, `!` forbidden, and `+` a
/// legal move where only some points are legal, or a point of the area that a hint shows.
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
        Cell::Piece(colour) => match (colour, last) {
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
    draw_signs(picture, None, |at| mark(picture, turn, at))
}

/// A part of a board between two opposite corners, which belong to it, or all of it; a marked point without a stone is a `*`.
pub(super) fn draw_part(picture: &Picture, corners: Option<[Spot; 2]>, marks: &[Spot]) -> String {
    let turn = MoveInput::stones(1);
    draw_signs(picture, corners, |at| match mark(picture, &turn, at) {
        '.' | '!' | '+' if marks.contains(&at) => '*',
        sign => sign,
    })
}

/// The signs of the spots with the coordinates, between two opposite corners or everywhere.
fn draw_signs(
    picture: &Picture,
    corners: Option<[Spot; 2]>,
    sign: impl Fn(Spot) -> char,
) -> String {
    if matches!(picture.grid, Grid::Net { .. }) {
        return draw_net(picture);
    }
    let whole = [
        Spot::new(0, 0),
        Spot::new(picture.width - 1, picture.height - 1),
    ];
    let [one, other] = corners.unwrap_or(whole);
    let columns = one.x.min(other.x)..=one.x.max(other.x);
    let rows = one.y.min(other.y)..=one.y.max(other.y);
    let mut text = String::new();
    for y in rows {
        // Strings take all text.
        let _ = write!(text, "{:>2}", row_number(picture, y));
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

/// The number of a row beside the board; nothing on a board of named points.
pub(super) fn row_number(picture: &Picture, y: u8) -> String {
    match picture.grid {
        Grid::Net { .. } => String::new(),
        Grid::Lines(_) | Grid::Squares(_) => {
            let name = picture.name(Spot::new(0, y));
            name.get(1..).unwrap_or_default().to_string()
        }
    }
}

/// The points by their names, `R` and `B` where pieces stand.
fn draw_net(picture: &Picture) -> String {
    let sign = |at: Spot| match picture.cell(at) {
        Cell::Missing => " ".to_string(),
        Cell::Empty => picture.name(at),
        Cell::Piece(colour) => net_letter(colour).to_string(),
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
