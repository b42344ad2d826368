//! How a game stands after a move, and why a move is refused.

use crate::geometry::Point;

use super::foul::Foul;
use super::side::Side;

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody has won yet.
    Running,
    /// This side has made its row.
    Win(Side),
    /// The board is full.
    Draw,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is outside the board.
    #[error("the point is not on the board")]
    OffBoard(Point),
    /// Something lies there already.
    #[error("the point is not empty")]
    Occupied(Point),
    /// Black must not play there.
    #[error("the point is forbidden: {1}")]
    Forbidden(Point, Foul),
}
