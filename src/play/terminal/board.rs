//! A board in letters.

use std::fmt::Write as _;

use crate::game::{Cell, Colour, Grid, Picture, Spot, Turn};

/// The letters of a spot: `x` is Black, `o` White, the last stone is a capital; `?` is offered, `!` forbidden, and `+` a
/// legal move where only some points are legal.
pub(super) fn mark(picture: &Picture, turn: &Turn, at: Spot) -> char {
    let last = picture.last().contains(&at);
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
        Cell::Empty if legal() => '+',
        Cell::Empty => '.',
    }
}

/// The board with its coordinates.
pub(super) fn draw(picture: &Picture, turn: &Turn) -> String {
    match &picture.grid {
        Grid::Net { .. } => draw_net(picture),
        Grid::Lines(_) | Grid::Squares(_) => draw_grid(picture, turn),
    }
}

fn draw_grid(picture: &Picture, turn: &Turn) -> String {
    let mut text = String::new();
    for y in 0..picture.height {
        let name = picture.name(Spot::new(0, y));
        // Strings take all text.
        let _ = write!(text, "{:>2}", name.get(1..).unwrap_or_default());
        for x in 0..picture.width {
            text.push(' ');
            text.push(mark(picture, turn, Spot::new(x, y)));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for x in 0..picture.width {
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
