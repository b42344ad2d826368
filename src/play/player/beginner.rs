//! A scripted beginner for tests: completes a row, stops a row, and otherwise plays next to stones.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use crate::game::{Game, Spot, Step};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::Line;

use super::{Player, PlayerError};

/// The beginner. The same seed plays the same games.
#[derive(Clone, Debug)]
pub struct Beginner {
    rng: Rng,
}

impl Beginner {
    /// A beginner with a seed.
    pub const fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
        }
    }
}

impl Player for Beginner {
    fn answer(
        &mut self,
        game: &Gomoku,
        _: &StopSignal,
        _: &mut dyn FnMut(&Line),
    ) -> Result<Step<Spot>, PlayerError> {
        let legal = game.legal();
        let own = game.to_move();
        let stones = game.stones();
        let mut wanted = [stones.fives(own), stones.fives(own.other()), stones.near()];
        for spots in &mut wanted {
            self.rng.shuffle(spots);
        }
        wanted
            .into_iter()
            .flatten()
            .map(Step::Move)
            .find(|step| legal.contains(step))
            .or_else(|| legal.first().copied())
            .ok_or(PlayerError::GameOver)
    }
}
