//! The kinds of games by name.

use serde::{Deserialize, Serialize};

use super::named::named;

/// A kind of game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Gomoku and Renju.
    #[default]
    Gomoku,
    /// Connect6.
    Connect6,
    /// Reversi.
    Reversi,
    /// Ox-horn chess.
    Oxhorn,
}

named! {
    Kind, "not a game",
    Gomoku "gomoku",
    Connect6 "connect6",
    Reversi "reversi",
    Oxhorn "oxhorn",
}

impl Kind {
    /// May a side ever pass?
    pub(crate) const fn has_passes(self) -> bool {
        matches!(self, Self::Gomoku | Self::Reversi)
    }

    /// Can other programs play it? They speak a protocol of gomoku.
    pub(crate) const fn allows_programs(self) -> bool {
        matches!(self, Self::Gomoku)
    }

    /// Do rule, size of the board and opening procedure belong to the setup, and can positions be set up?
    pub const fn has_setup(self) -> bool {
        matches!(self, Self::Gomoku)
    }
}
