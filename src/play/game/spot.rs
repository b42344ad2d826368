//! A place on a board.

use serde::{Deserialize, Serialize};

/// A cell or intersection: column from the left, row from the top, both from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Spot {
    /// The name of the spot as a letter for its column and this number of its row, or both of its numbers where a board
    /// has no such column or row.
    pub fn named(self, row: i16) -> String {
        const LETTERS: u8 = 26;
        if self.x < LETTERS && row > 0 {
            format!("{}{row}", char::from(b'a' + self.x))
        } else {
            format!("{},{}", self.x, self.y)
        }
    }

    /// The spot in a column and row.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_off_the_board_is_named_by_its_numbers() {
        assert_eq!(Spot::new(7, 7).named(8), "h8");
        assert_eq!(Spot::new(99, 99).named(15 - 99), "99,99");
        assert_eq!(Spot::new(30, 2).named(13), "30,2");
    }
}
