//! The two seats of a game, and the two colours. In an opening the seats may exchange colours.

use serde::{Deserialize, Serialize};

/// The colour of a stone: the engine's side.
pub use kagetsu_kernel::Side as Colour;

/// One of the two players, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Begins the game.
    First,
    /// Has the second turn.
    Second,
}

impl Seat {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}
