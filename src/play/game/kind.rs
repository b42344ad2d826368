//! The kinds of games by name.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

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

impl Kind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Gomoku, Self::Connect6, Self::Reversi, Self::Oxhorn];

    /// Its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Connect6 => "connect6",
            Self::Reversi => "reversi",
            Self::Oxhorn => "oxhorn",
        }
    }

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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                ParseTextError::new(text, "not a game", "gomoku, connect6, reversi or oxhorn")
            })
    }
}
