//! How a game stands after a move, and why a move is refused.

use std::fmt;

use crate::geometry::Point;

use kagetsu_kernel::Side;

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Outcome {
    /// Nobody has won yet.
    Running,
    /// This side has made its row.
    Win(Side),
    /// The board is full.
    Draw,
}

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Foul {
    /// Two or more threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleThree => "double three",
            Self::DoubleFour => "double four",
            Self::Overline => "overline",
        })
    }
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
