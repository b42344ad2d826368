//! The networks of a run, and the states of the optimiser with which they are learned further.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{read_regular_file, require_regular_file, write_whole};
use kagetsu_kernel::{FileLock, ShowPath as _};

use crate::learn::{Learned, TrainingState};
use crate::net::{Adam, CheckpointError, MAX_FILE_BYTES, Network, NetworkShape};
use crate::probe::FILE as MEASURED;

use super::error::{RunError, is_there, locked, nothing_to_learn, refused};
use super::{LEARNED, Run, games};

pub(super) const NETWORK: &str = "network.safetensors";
pub(super) const ADAM: &str = "adam.safetensors";
/// The state of the optimiser has two numbers for each weight.
const MAX_ADAM_BYTES: u64 = 2 * MAX_FILE_BYTES;

fn no_network(path: &Path) -> impl Fn(CheckpointError) -> RunError {
    move |fault| {
        RunError::Input(format!(
            "'{}' is no network of this run: {fault}; without the file it is made again, a distilled one by `zero distil`",
            path.shown()
        ))
    }
}

/// The keys of a recipe that ask for another size than a network has.
fn other_sizes(own: NetworkShape, wanted: NetworkShape) -> Vec<&'static str> {
    let heads = "soft_policy_percent or reply_percent";
    let sizes = [
        ("blocks", own.blocks, wanted.blocks),
        ("channels", own.channels, wanted.channels),
        ("value_hidden", own.value_hidden, wanted.value_hidden),
        (heads, own.auxiliary, wanted.auxiliary),
    ];
    let others = sizes.iter().filter(|(_, own, wanted)| own != wanted);
    others.map(|&(key, ..)| key).collect()
}

/// What learning does where the state of the optimiser is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingState {
    /// It refuses: the network would not be that of an unbroken run.
    Refused,
    /// The optimiser begins anew, as for the first network.
    BegunAnew,
}

/// Is there a file of this name? What is no file is refused.
fn has_file(path: &Path) -> Result<bool, RunError> {
    let is_there = is_there(path)?;
    if is_there {
        require_regular_file(path).map_err(refused(path))?;
    }
    Ok(is_there)
}

impl Run {
    /// Is there a network for this generation, or something in its place?
    pub fn has_network(&self, generation: u32) -> bool {
        fs::symlink_metadata(self.generation(generation).join(NETWORK)).is_ok()
    }

    /// The network of a generation. That of generation 0 is made where it is missing.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn network(&self, generation: u32) -> Result<Network, RunError> {
        let path = self.generation(generation).join(NETWORK);
        if !is_there(&path)? {
            if generation > 0 {
                return Err(RunError::Input(format!(
                    "generation {generation} has no network yet: play and learn the generations before it first"
                )));
            }
            let network = Network::new(self.recipe.shape(), self.recipe.seed);
            self.store(&network, 0)?;
        }
        let bytes = read_regular_file(&path, MAX_FILE_BYTES).map_err(refused(&path))?;
        let network = Network::from_bytes(&bytes).map_err(no_network(&path))?;
        let keys = other_sizes(network.layout.shape, self.recipe.shape());
        if keys.is_empty() {
            return Ok(network);
        }
        Err(RunError::Input(format!(
            "'{}' is a network of another size than the recipe says, which differs in {}: put the recipe back, or begin \
             another run",
            path.shown(),
            keys.join(", ")
        )))
    }

    /// Has the network of a generation been learned? What is no file in its place is refused.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn is_learned(&self, generation: u32) -> Result<bool, RunError> {
        has_file(&self.generation(generation).join(NETWORK))
    }

    /// Checks that learning from a generation can begin: better before its games are played than after. Does the optimiser begin
    /// anew, because its state is missing?
    ///
    /// # Errors
    /// [`RunError`]; among them that the state is missing or damaged, or that there is no file in the place of one.
    pub fn check_learning(&self, generation: u32, missing: MissingState) -> Result<bool, RunError> {
        self.require_games_of(generation)?;
        self.training_state(generation, missing)?;
        // The first network has not learned yet.
        Ok(generation > 0 && !self.has_state(generation)?)
    }

    /// Checks that the network of a generation that was learned, and the games before it as far as they are there, fit the
    /// recipe: it may have been edited since then.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn check_learned(&self, generation: u32) -> Result<(), RunError> {
        self.network(generation)?;
        self.check_games_before(generation)
    }

    /// Checks that the games before a generation, as far as they are there, fit the recipe: a network does not tell its
    /// game. For generation 0 these are its own.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn check_games_before(&self, generation: u32) -> Result<(), RunError> {
        let before = generation.saturating_sub(1);
        self.found(before).map(|_| ())
    }

    /// Refuses to learn without a state of the optimiser, as far as it was not asked for.
    fn require_state(&self, generation: u32, missing: MissingState) -> Result<(), RunError> {
        if generation == 0 || self.has_state(generation)? {
            return Ok(());
        }
        let next = generation.saturating_add(1);
        match missing {
            MissingState::BegunAnew if self.is_learned(next)? => Err(RunError::Input(format!(
                "generation {next} has a network already, and a new optimiser would replace it by another one: take its \
                 network.safetensors away first"
            ))),
            MissingState::BegunAnew => Ok(()),
            MissingState::Refused => self.no_state(generation),
        }
    }

    /// Tells which networks are to be learned again, because their state is missing.
    fn no_state(&self, generation: u32) -> Result<(), RunError> {
        let first_played = self.first_played()?;
        let mut first = generation;
        // The first network that has learned from games needs no state, as the one before it has not learned yet.
        while first > 1 && !(self.is_learned(first - 1)? && self.has_state(first - 1)?) {
            first -= 1;
        }
        let networks = games::numbered("generation", vec![(first.into(), generation.into())]);
        let way = if first <= first_played {
            // Games do not bring back the state of a distilled network.
            format!(
                "Move network.safetensors of {networks} to another place, distil generation 1 again from the same data \
                 (`zero distil`), and the others are learned again from their games"
            )
        } else {
            format!(
                "Take away network.safetensors of {networks}, and the same is learned again from the games"
            )
        };
        Err(RunError::Input(format!(
            "'{}', the state of the optimiser, is missing: without it the next network would not be that of an unbroken run. \
             {way}; or give --new-optimiser, and learning goes on to other networks",
            self.state_path(generation).shown()
        )))
    }

    fn state_path(&self, generation: u32) -> PathBuf {
        self.generation(generation).join(ADAM)
    }

    /// Is the state of the optimiser there, as a file?
    fn has_state(&self, generation: u32) -> Result<bool, RunError> {
        has_file(&self.state_path(generation))
    }

    /// Refuses what is no file in the place of one that learning writes, or removes when it is done.
    pub(super) fn require_places(&self, generation: u32) -> Result<(), RunError> {
        for name in [NETWORK, ADAM, LEARNED, MEASURED] {
            has_file(&self.generation(generation).join(name))?;
        }
        for state in generation.saturating_sub(2)..generation {
            self.has_state(state)?;
        }
        Ok(())
    }

    /// The network of a generation, to learn further.
    pub(super) fn training_state(
        &self,
        generation: u32,
        missing: MissingState,
    ) -> Result<TrainingState, RunError> {
        let mut state = TrainingState::new(self.network(generation)?);
        self.require_places(generation.saturating_add(1))?;
        self.require_state(generation, missing)?;
        if self.has_state(generation)? {
            let path = self.state_path(generation);
            let bytes = read_regular_file(&path, MAX_ADAM_BYTES).map_err(refused(&path))?;
            let read = Adam::from_bytes(&bytes, &state.network);
            state.adam = read.map_err(|error| {
                RunError::Input(format!(
                    "'{}' is no state of the optimiser of this run: {error}; take it away, and the same command says which \
                     networks are to be learned again",
                    path.shown()
                ))
            })?;
        }
        Ok(state)
    }

    fn store(&self, network: &Network, generation: u32) -> Result<(), RunError> {
        let folder = self.generation(generation);
        fs::create_dir_all(&folder).map_err(refused(&folder))?;
        self.write_checkpoint(generation, NETWORK, network.to_bytes())
    }

    fn write_checkpoint(
        &self,
        generation: u32,
        name: &str,
        bytes: Result<Vec<u8>, CheckpointError>,
    ) -> Result<(), RunError> {
        let path = self.generation(generation).join(name);
        let bytes = bytes.map_err(no_network(&path))?;
        write_whole(&path, |file| file.write_all(&bytes)).map_err(refused(&path))
    }

    /// Makes the folder of a generation, and keeps other processes from writing its network.
    pub(super) fn begin_network(&self, generation: u32) -> Result<FileLock, RunError> {
        self.require_places(generation)?;
        let folder = self.generation(generation);
        fs::create_dir_all(&folder).map_err(refused(&folder))?;
        locked(&folder.join(NETWORK))
    }

    /// Stores the network of a generation, with what came of the learning that made it. The network comes last: once it is there
    /// the learning is done.
    pub(super) fn end_network(
        &self,
        state: &TrainingState,
        generation: u32,
        learned: &Learned,
        _lock: FileLock,
    ) -> Result<(), RunError> {
        if learned.steps == 0 {
            return Err(nothing_to_learn(generation - 1));
        }
        if !state.network.weights().iter().all(|one| one.is_finite()) {
            return Err(RunError::Input(format!(
                "the network that learned from generation {} has numbers that are not finite and is not kept: begin a run \
                 with smaller rate_millionths",
                generation - 1
            )));
        }
        // What was measured of an earlier network in this place is not true of this one.
        let measured = self.generation(generation).join(MEASURED);
        if has_file(&measured)? {
            fs::remove_file(&measured).map_err(refused(&measured))?;
        }
        self.keep(generation, LEARNED, learned)?;
        self.write_checkpoint(generation, ADAM, state.adam.to_bytes(&state.network))?;
        self.store(&state.network, generation)?;
        self.remove_spent_states(generation)
    }

    /// Removes the states up to a generation after which two networks have been learned, for they are large. The newest network
    /// can still be learned again, if its file is lost.
    fn remove_spent_states(&self, generation: u32) -> Result<(), RunError> {
        // This generation makes the state two before it needless. The one before that is still there if a run was killed
        // between `store` and this.
        for state in generation.saturating_sub(3)..=generation {
            let next = state.saturating_add(1);
            let is_spent = self.is_learned(next)? && self.is_learned(next.saturating_add(1))?;
            let path = self.state_path(state);
            if is_spent && has_file(&path)? {
                fs::remove_file(&path).map_err(refused(&path))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "network_tests.rs"]
mod tests;
