//! A position of any game, as it is handed on: how the game began, and the steps from there.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Refusal, Step};

use super::setup::AnySetup;

/// The start of a game, and the steps that led from there to the position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// How the game began.
    pub setup: AnySetup,
    /// The steps from there.
    pub steps: Vec<Step>,
}

impl Position {
    /// The state of the game.
    ///
    /// # Errors
    /// [`Refusal`] where no game can start so, or a step is not legal, as in a damaged file.
    pub(crate) fn game(&self) -> Result<Box<dyn Game>, Refusal> {
        let mut game = self.setup.start()?;
        for &step in &self.steps {
            game.play(step)?;
        }
        Ok(game)
    }
}
