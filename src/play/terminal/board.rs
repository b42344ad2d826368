//! A board in letters.

use std::fmt::Write as _;

use crate::game::{Cell, Colour, Picture, Spot};

/// The board: `x` is Black, `o` White, the last stone is a capital; `?` is offered and `!` forbidden.
pub(super) fn draw(picture: &Picture) -> String {
    let mut text = String::new();
    for y in 0..picture.height {
        // Strings take all text.
        let _ = write!(text, "{:>2}", picture.height - y);
        for x in 0..picture.width {
            let at = Spot::new(x, y);
            let last = picture.moves.last() == Some(&at);
            let mark = match picture.cell(at) {
                Cell::Piece { colour, .. } => match (colour, last) {
                    (Colour::Black, false) => 'x',
                    (Colour::Black, true) => 'X',
                    (Colour::White, false) => 'o',
                    (Colour::White, true) => 'O',
                },
                Cell::Empty if picture.offered.contains(&at) => '?',
                Cell::Empty if picture.forbidden.iter().any(|&(point, _)| point == at) => '!',
                Cell::Empty => '.',
            };
            text.push(' ');
            text.push(mark);
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
