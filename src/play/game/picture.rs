//! A board as front ends draw it: cells and marks, without any rule.

use serde::{Deserialize, Serialize};

use super::Colour;

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

/// What lies on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece. Games with several kinds number them; the stones of all others are kind 0.
    Piece {
        /// Whose.
        colour: Colour,
        /// Which kind.
        kind: u8,
    },
}

/// Why Black must not play on a point in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Foul {
    /// Two or more threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

/// The board with its marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Row by row from the top left, `width * height` of them.
    pub cells: Vec<Cell>,
    /// The spots of the moves, oldest first: where each piece was put or went.
    pub moves: Vec<Spot>,
    /// The winning rows.
    pub winning: Vec<Spot>,
    /// Points that the side to move must not use, and why.
    pub forbidden: Vec<(Spot, Foul)>,
    /// Offered moves.
    pub offered: Vec<Spot>,
    /// Where the next stone must lie, if the opening says so.
    pub zone: Option<Vec<Spot>>,
    /// Pieces of Black and White, in games that are decided by counting.
    pub counts: Option<[u32; 2]>,
}

impl Picture {
    /// What lies on a spot; nothing outside the board.
    pub fn cell(&self, spot: Spot) -> Cell {
        if spot.x >= self.width || spot.y >= self.height {
            return Cell::Empty;
        }
        let index = usize::from(spot.y) * usize::from(self.width) + usize::from(spot.x);
        self.cells.get(index).copied().unwrap_or(Cell::Empty)
    }
}
