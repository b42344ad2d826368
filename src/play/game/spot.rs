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
    /// The spot in a column and row.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }
}
