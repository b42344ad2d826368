//! The file of the network, which holds the best epoch so far while the training runs.

use std::io::Write;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::eval::nnue::Weights;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{OutputError, OutputFile, Outputs, write_whole};

/// The file of the network.
#[derive(Debug)]
pub(super) struct KeptNetwork {
    path: PathBuf,
    /// The file until it is written for the first time; from then on it is this training's own and is replaced.
    first: Option<OutputFile>,
    /// The epoch whose network it holds.
    epoch: Option<usize>,
}

impl KeptNetwork {
    /// Begins the file. It is found out now whether it can be written.
    pub(super) fn begin(outputs: &mut Outputs, path: &Path) -> Result<Self, OutputError> {
        Ok(Self {
            path: path.to_path_buf(),
            first: Some(outputs.begin(path)?),
            epoch: None,
        })
    }

    /// Keeps the network of an epoch. A device or a pipe gets nothing but the finished network.
    pub(super) fn keep(&mut self, epoch: usize, network: &Weights) -> Result<(), OutputError> {
        if self.first.as_ref().is_some_and(|file| !file.is_file()) {
            return Ok(());
        }
        self.write(network)?;
        self.epoch = Some(epoch);
        Ok(())
    }

    /// Writes the finished network.
    pub(super) fn write(&mut self, network: &Weights) -> Result<(), OutputError> {
        let bytes = network.to_bytes();
        match self.first.take() {
            Some(file) => file.write_whole(&bytes),
            None => write_whole(&self.path, |out| out.write_all(&bytes)).map_err(|source| {
                OutputError::Write {
                    name: self.path.shown().to_string(),
                    source,
                }
            }),
        }
    }

    /// What is left of a training that was broken off.
    pub(super) fn remains(&self) -> String {
        let name = self.path.shown();
        self.epoch.map_or_else(
            || "interrupted before the first epoch was complete: no network is kept".to_string(),
            |epoch| {
                format!(
                    "interrupted: '{name}' holds the network of epoch {epoch}, the best so far; --start '{name}' learns \
                     on from it"
                )
            },
        )
    }
}
