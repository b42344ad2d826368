//! What is agreed before a game of any kind.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Kind, Refusal};
use crate::gomoku::{Gomoku, Setup};
use crate::siblings::{Connect6, Oxhorn, Reversi};

/// A setup. Files have that of gomoku without the name of the game; the other games have nothing but their name.
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
    /// The state before the first step.
    ///
    /// # Errors
    /// As [`Gomoku::start`], and [`Refusal::Damaged`] where gomoku has neither a rule nor a board.
    pub fn start(&self) -> Result<Box<dyn Game>, Refusal> {
        Ok(match self {
            Self::Gomoku(setup) => Box::new(Gomoku::start(setup)?),
            Self::Plain { game } => match game {
                Kind::Gomoku => return Err(Refusal::Damaged(None)),
                Kind::Connect6 => Box::<Connect6>::default(),
                Kind::Reversi => Box::<Reversi>::default(),
                Kind::Oxhorn => Box::<Oxhorn>::default(),
            },
        })
    }

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
