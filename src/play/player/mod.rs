//! Those who move for a seat by themselves. [`EnginePlayer`] is Kagetsu in one game, as front ends ask it. In gomoku it stands on
//! [`Kagetsu`], which is a [`Player`] like the scripted beginner for tests; an answer fits whatever the game asks, opening
//! procedures included. [`OutsidePlayer`] is a program outside on a seat of gomoku.

mod beginner;
mod connect6;
mod engine_player;
mod gomoku;
mod kagetsu;
mod opening;
mod outside;
mod oxhorn;
mod reversi;
mod scripted;
mod skill;
#[cfg(test)]
mod tests;

use kagetsu_kernel::StopSignal;

use crate::game::{Spot, Step};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::Line;

pub use beginner::Beginner;
pub use connect6::Connect6Player;
pub use engine_player::{AnalysisLine, EnginePlayer, LineResult, MoveOf, PositionValue};
pub use gomoku::GomokuPlayer;
pub use kagetsu::Kagetsu;
pub use outside::{Allowance, Comment, OutsideFault, OutsidePlayer, OutsidePrograms};
pub use oxhorn::OxhornPlayer;
pub use reversi::ReversiPlayer;
pub use scripted::RowExtender;
pub use skill::Skill;

/// Why a player has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A program failed.
    #[error("the program '{name}' failed: {why}")]
    Failed {
        /// Its name.
        name: String,
        /// What happened.
        why: String,
    },
}

/// Somebody who answers for a seat.
pub trait Player {
    /// A legal step for the seat that is to act. It returns soon after the stop signal is raised, with the best step
    /// known then; `listen` is called with every line that the search finds meanwhile.
    ///
    /// # Errors
    /// [`PlayerError`]
    fn answer(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<Step<Spot>, PlayerError>;
}
