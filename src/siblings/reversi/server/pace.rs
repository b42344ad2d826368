//! What bounds a move until the other side sets a clock or a depth.

use std::time::Duration;

use kagetsu_kernel::{SearchLimits, TimeControl};

use crate::players::Level;

/// A level, or a time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As deep as the level looks.
    Level(Level),
    /// A time for each move.
    Turn(Duration),
}

impl Pace {
    /// The limits of a search with a number of empty squares.
    pub fn limits(self, empties: u32) -> SearchLimits {
        match self {
            Self::Level(level) => level.limits(empties),
            Self::Turn(turn) => SearchLimits {
                time: TimeControl::per_move(turn),
                ..SearchLimits::default()
            },
        }
    }
}
