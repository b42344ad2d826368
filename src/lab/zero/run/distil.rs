//! A network that is distilled: that of generation 1 learns from positions which something else has labelled.

use std::fs;

use kagetsu_kernel::{ShowPath as _, StopSignal};

use crate::learn::{LabelledPositions, Learned, TrainingState, Workers, distil, losses_of};
use crate::net::Losses;

use super::error::{RunError, is_there, nothing_to_learn, refused};
use super::generation::Origin;
use super::{LEARNING_SEED, Run, games};

/// Stands in generation 0 in place of games where the network of generation 1 is distilled.
const POSITIONS: &str = "lessons.json";
/// The generation of a network that learned from labelled positions, and not from games of the run.
const DISTILLED: u32 = 1;

impl Run {
    /// Learns from labelled positions, and stores the network of generation 1. A stopped one stores nothing. The losses on the
    /// second positions, which are not learned, are the other result.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn distil(
        &self,
        positions: &LabelledPositions,
        held_out: &LabelledPositions,
        threads: usize,
        stop: &StopSignal,
    ) -> Result<(Learned, Losses), RunError> {
        let mut state = TrainingState::new(self.network(0)?);
        let lock = self.begin_network(DISTILLED)?;
        self.check_distilling()?;
        if positions.is_empty() {
            return Err(nothing_to_learn(0));
        }
        let is_first = !self.is_distilled()?;
        self.keep(0, POSITIONS, &positions.len())?;
        let seed = self.seed(0, LEARNING_SEED);
        let workers = Workers { threads, stop };
        let learned = distil(&mut state, &self.recipe, positions, seed, workers);
        let losses =
            learned.and_then(|_| losses_of(&state.network, &self.recipe, held_out, workers));
        let (Some(learned), Some(losses)) = (learned, losses) else {
            if is_first {
                // The run may begin with games instead.
                let path = self.generation(0).join(POSITIONS);
                fs::remove_file(&path).map_err(refused(&path))?;
            }
            return Err(RunError::Interrupted);
        };
        self.end_network(&state, DISTILLED, &learned, lock)?;
        Ok((learned, losses))
    }

    /// Checks that a network can be distilled: better before its positions are read than after.
    ///
    /// # Errors
    /// [`RunError`]; among them that the run has begun, or that there is no file in the place of one.
    pub fn check_distilling(&self) -> Result<(), RunError> {
        let games = games::files(&self.generation(0))?;
        if self.has_network(DISTILLED) || !games.is_empty() {
            return Err(RunError::Input(format!(
                "'{}' has games or a network of its own: give another folder",
                self.folder.shown()
            )));
        }
        self.require_places(DISTILLED)
    }

    /// Is the network of generation 1 distilled, so that there are no games before it?
    ///
    /// # Errors
    /// [`RunError`].
    pub fn is_distilled(&self) -> Result<bool, RunError> {
        is_there(&self.generation(0).join(POSITIONS))
    }

    /// The first generation that has games: generation 1 where its network is distilled.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn first_played(&self) -> Result<u32, RunError> {
        Ok(if self.is_distilled()? { DISTILLED } else { 0 })
    }

    /// What the network of a generation has learned from.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn origin(&self, generation: u32) -> Result<Origin, RunError> {
        let first_played = self.first_played()?;
        let generations = generation.saturating_sub(first_played);
        Ok(Origin {
            is_distilled: first_played > 0 && generation >= first_played,
            games: self.recipe.games.saturating_mul(generations.into()),
        })
    }

    /// Refuses a generation that has no games, because the network after it is distilled.
    pub(super) fn require_games_of(&self, generation: u32) -> Result<(), RunError> {
        if generation < self.first_played()? {
            return Err(RunError::Input(format!(
                "'{}' has no games before generation 1, whose network is distilled: `zero distil` makes it where it is missing",
                self.folder.shown()
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "distil_tests.rs"]
mod tests;
