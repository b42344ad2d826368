//! How a game ended, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::seat::Seat;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it is over.
    pub reason: EndReason,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A winning row.
    Row,
    /// More pieces at the end.
    Count,
    /// A piece got past its hunters.
    Escaped,
    /// A hunted piece cannot move.
    Trapped,
    /// No legal move is left.
    NoMoves,
    /// Both sides passed.
    BothPassed,
    /// The position came back too often.
    Repetition,
    /// A player gave up.
    Resigned,
    /// A clock ran out.
    Time,
    /// The players agreed.
    Agreed,
    /// A program failed.
    Fault,
    /// The record says so, and the board does not.
    Recorded,
}

impl EndReason {
    /// All of them, for the tests of the texts.
    pub const ALL: [Self; 12] = [
        Self::Row,
        Self::Count,
        Self::Escaped,
        Self::Trapped,
        Self::NoMoves,
        Self::BothPassed,
        Self::Repetition,
        Self::Resigned,
        Self::Time,
        Self::Agreed,
        Self::Fault,
        Self::Recorded,
    ];
}

/// The name in files and in keys of texts.
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
