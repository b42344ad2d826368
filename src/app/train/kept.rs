//! The file of the network, which holds the best epoch so far while the training runs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_gomoku::eval::nnue::Weights;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{NewFile, OutputError, OutputFile, Outputs, Overwrite};

/// What is left of a training that was broken off early.
pub(super) const NOTHING_KEPT: &str =
    "interrupted before the first epoch was complete: no network is kept";

/// The file of the network.
#[derive(Debug)]
pub(super) struct KeptNetwork {
    path: PathBuf,
    /// The file until it is written for the first time.
    first: Option<OutputFile>,
    /// Whether it may replace the file that is there: an earlier network of this training always, any other with `--force`.
    may_replace: bool,
    /// The epoch whose network it holds.
    epoch: Option<usize>,
}

impl KeptNetwork {
    /// Begins the file. It is found out now whether it can be written.
    pub(super) fn begin(
        outputs: &mut Outputs,
        overwrite: Overwrite,
        path: &Path,
    ) -> Result<Self, OutputError> {
        Ok(Self {
            path: path.to_path_buf(),
            first: Some(outputs.begin(path)?),
            may_replace: overwrite.force,
            epoch: None,
        })
    }

    /// Keeps the network of an epoch. A device or a pipe gets nothing but the finished network.
    pub(super) fn keep(&mut self, epoch: usize, network: &Weights) -> Result<(), OutputError> {
        if self.first.as_ref().is_some_and(|file| !file.is_file()) {
            return Ok(());
        }
        if !self.may_replace && self.path.exists() {
            // Another program has made it meanwhile.
            return Err(OutputError::Exists(self.name()));
        }
        self.write(network)?;
        self.epoch = Some(epoch);
        Ok(())
    }

    /// Writes the finished network.
    pub(super) fn write(&mut self, network: &Weights) -> Result<(), OutputError> {
        let bytes = network.to_bytes();
        match self.first.take() {
            Some(file) => file.write_whole(&bytes)?,
            None => self.write_again(&bytes).map_err(|source| {
                let name = self.name();
                OutputError::Write { name, source }
            })?,
        }
        self.may_replace = true;
        Ok(())
    }

    fn write_again(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = NewFile::create(&self.path)?;
        if !self.may_replace {
            file = file.never_replacing();
        }
        file.write_all(bytes)?;
        file.finish()
    }

    fn name(&self) -> String {
        self.path.shown().to_string()
    }

    /// What is left of a training that was broken off.
    pub(super) fn remains(&self) -> String {
        let name = self.path.shown();
        self.epoch.map_or_else(
            || NOTHING_KEPT.to_string(),
            |epoch| {
                format!(
                    "interrupted: '{name}' holds the network of epoch {epoch}, the best so far; --start '{name}' learns \
                     on from it"
                )
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::eval::nnue::embedded_weights;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn a_network_that_another_training_has_made_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new.kgn");
        let size = BoardSize::square(15).expect("a legal size");
        let network = embedded_weights(Rule::Freestyle, size);
        let begin = |overwrite| {
            let mut outputs = Outputs::new(overwrite);
            KeptNetwork::begin(&mut outputs, overwrite, &path).expect("a new file")
        };
        let [mut one, mut two] = [(); 2].map(|()| begin(Overwrite::default()));
        one.keep(1, &network).expect("the disk has room");
        let first = fs::read(&path).expect("the network");
        let other = embedded_weights(Rule::Renju, size);
        for epoch in 1..3 {
            let error = two.keep(epoch, &other).expect_err("it is there");
            assert!(matches!(error, OutputError::Exists(_)), "{error}");
        }
        assert!(two.write(&other).is_err() && two.write(&other).is_err());
        assert_eq!(fs::read(&path).expect("the network"), first);
        assert_eq!(two.remains(), NOTHING_KEPT);
        one.keep(2, &other).expect("it is its own");
        begin(Overwrite { force: true })
            .keep(1, &network)
            .expect("by force");
        assert_eq!(fs::read(&path).expect("the network"), first);
    }
}
