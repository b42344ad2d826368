//! The two seats of a game, and the two colours. In an opening the seats may exchange colours.

use serde::{Deserialize, Serialize};

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

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first from the empty board.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Its name in files, and the key of its text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The colour with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|colour| colour.name() == name)
    }

    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}
