//! What is agreed before a game of any kind.

use serde::{Deserialize, Serialize};

use crate::gomoku::Setup;

use super::kind::Kind;

/// A setup. That of gomoku is written as it always was; the other games have nothing but their name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnySetup {
    /// A game without anything to agree on.
    Plain {
        /// Which.
        game: Kind,
    },
    /// Rule, board, opening and stones of gomoku.
    Gomoku(Setup),
}

impl AnySetup {
    /// The kind of the game.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Plain { game } => *game,
            Self::Gomoku(_) => Kind::Gomoku,
        }
    }

    /// The setup of gomoku, if it is that game.
    pub const fn gomoku(&self) -> Option<&Setup> {
        match self {
            Self::Gomoku(setup) => Some(setup),
            Self::Plain { .. } => None,
        }
    }
}

impl From<Setup> for AnySetup {
    fn from(setup: Setup) -> Self {
        Self::Gomoku(setup)
    }
}
