//! The networks of a run, and the state of the optimiser beside the two newest ones.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kagetsu_kernel::file::{read_regular_file, write_whole};
use kagetsu_kernel::{FileLock, ShowPath as _};

use crate::learn::{Learned, TrainingState};
use crate::net::{Adam, CheckpointError, MAX_FILE_BYTES, Network};

use super::error::{RunError, is_there, refused};
use super::{LEARNED, Run};

pub(super) const NETWORK: &str = "network.safetensors";
pub(super) const ADAM: &str = "adam.safetensors";
/// The state of the optimiser has two numbers for each weight.
const MAX_ADAM_BYTES: u64 = 2 * MAX_FILE_BYTES;

fn no_network<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl Fn(E) -> RunError {
    let path = path.shown().to_string();
    move |source| RunError::Network {
        path: path.clone(),
        source: source.into(),
    }
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
                return Err(RunError::NoNetwork(generation));
            }
            let network = Network::new(self.recipe.shape(), self.recipe.seed);
            self.store(&network, 0)?;
        }
        let bytes = read_regular_file(&path, MAX_FILE_BYTES).map_err(refused(&path))?;
        let network = Network::from_bytes(&bytes).map_err(no_network(&path))?;
        if network.layout.shape == self.recipe.shape() {
            Ok(network)
        } else {
            Err(no_network(&path)("its size is another one"))
        }
    }

    /// The network of a generation, to learn further. The optimiser begins anew where its state was not kept.
    pub(super) fn training_state(&self, generation: u32) -> Result<TrainingState, RunError> {
        let mut state = TrainingState::new(self.network(generation)?);
        let path = self.generation(generation).join(ADAM);
        if is_there(&path)? {
            let bytes = read_regular_file(&path, MAX_ADAM_BYTES).map_err(refused(&path))?;
            let read = Adam::from_bytes(&bytes, &state.network);
            state.adam = read.map_err(|source| RunError::Optimiser {
                path: path.shown().to_string(),
                source,
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
        let folder = self.generation(generation);
        fs::create_dir_all(&folder).map_err(refused(&folder))?;
        let path = folder.join(NETWORK);
        let lock = FileLock::try_beside(&path).map_err(refused(&path))?;
        lock.ok_or_else(|| RunError::InUse(path.shown().to_string()))
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
            return Err(RunError::NothingToLearn(generation - 1));
        }
        if state
            .network
            .weights()
            .iter()
            .any(|weight| !weight.is_finite())
        {
            return Err(RunError::Diverged(generation - 1));
        }
        self.keep(generation, LEARNED, learned)?;
        self.write_checkpoint(generation, ADAM, state.adam.to_bytes(&state.network))?;
        self.store(&state.network, generation)?;
        // The newest network can still be learned again, if its file is lost. Those before it cannot, and states are large.
        let Some(spent) = generation.checked_sub(2) else {
            return Ok(());
        };
        let path = self.generation(spent).join(ADAM);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(refused(&path)(error)),
            _ => Ok(()),
        }
    }
}
