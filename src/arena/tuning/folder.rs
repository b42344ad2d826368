//! The folder that a tuning writes. `iterations.jsonl` is the truth, `tuning.json` says under which settings;
//! everything else is made from these two.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::folder::{FolderError, FolderKind, at, damaged, write_whole};
use kagetsu_notation::record::GameRecord;
use kagetsu_notation::{Journal, JournalError};

use super::iteration::{Iteration, ReadableIterations, read_iterations};
use super::manifest::TuningManifest;

/// All settings.
const MANIFEST_FILE: &str = "tuning.json";
/// One line for each iteration.
pub(super) const ITERATIONS_FILE: &str = "iterations.jsonl";
/// The games that ended by a fault, in the form of a tournament's games.
const FAULTS_FILE: &str = "faults.jsonl";
/// The parameters with the values that they have come to.
pub const TUNED_FILE: &str = "tuned.toml";
/// The report as text.
pub const REPORT_FILE: &str = "report.txt";
/// The paths of the values.
pub const PATHS_FILE: &str = "paths.svg";

/// What the folder is for.
const PURPOSE: FolderKind = FolderKind {
    what: "tuning",
    file: MANIFEST_FILE,
};

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TuningFolderError {
    /// It is another's, or the system refuses.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An iteration cannot be understood.
    #[error("line {line} of {ITERATIONS_FILE} is damaged: {source}")]
    Damaged {
        /// Its number, from one.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The games with faults cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl TuningFolderError {
    /// Does the system refuse, rather than what is in the folder?
    pub const fn is_of_the_system(&self) -> bool {
        match self {
            Self::Folder(error) => error.is_of_the_system(),
            Self::Journal(error) => matches!(error, JournalError::File { .. }),
            Self::Damaged { .. } => false,
        }
    }
}

/// The folder of a tuning that is running.
#[derive(Debug)]
pub struct TuningFolder {
    path: PathBuf,
    iterations: File,
    faults: Journal,
    /// IterationGames with faults, those before a resumption included.
    fault_count: usize,
}

impl TuningFolder {
    /// Begins a tuning. The folder is made if it is not there.
    ///
    /// # Errors
    /// When there is something in it, or it cannot be written.
    pub fn create(path: &Path, manifest: &TuningManifest) -> Result<Self, TuningFolderError> {
        PURPOSE.begin(path, manifest)?;
        Ok(Self::open(path)?.0)
    }

    /// Goes on with a tuning, and returns the iterations that have been played; a line that was not written to its end
    /// is cut off. A tuning that is not there is begun.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, the iterations are damaged, or the folder cannot be
    /// written.
    pub fn resume(
        path: &Path,
        manifest: &TuningManifest,
    ) -> Result<(Self, Vec<Iteration>), TuningFolderError> {
        PURPOSE.resume(path, manifest)?;
        Self::open(path)
    }

    fn open(path: &Path) -> Result<(Self, Vec<Iteration>), TuningFolderError> {
        let file = path.join(ITERATIONS_FILE);
        let iterations = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&file)
            .map_err(at(&file))?;
        let bytes = fs::read(&file).map_err(at(&file))?;
        let sound = read_iterations(&bytes)
            .map_err(|(line, source)| TuningFolderError::Damaged { line, source })?;
        let ReadableIterations {
            iterations: played,
            bytes: whole,
        } = sound;
        if whole < bytes.len() as u64 {
            iterations.set_len(whole).map_err(at(&file))?;
        }
        let (faults, kept) = Journal::resume(&path.join(FAULTS_FILE))?;
        let folder = Self {
            path: path.to_path_buf(),
            iterations,
            faults,
            fault_count: kept.len(),
        };
        Ok((folder, played))
    }

    /// Adds an iteration. The line is written by one call.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, iteration: &Iteration) -> Result<(), TuningFolderError> {
        let path = self.path.join(ITERATIONS_FILE);
        let line = iteration.line().map_err(damaged(&path))?;
        self.iterations
            .write_all(&line)
            .and_then(|()| self.iterations.flush())
            .map_err(at(&path))?;
        Ok(())
    }

    /// Keeps a game with a fault.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_fault(&mut self, record: &GameRecord) -> Result<(), TuningFolderError> {
        let path = self.path.join(FAULTS_FILE);
        self.faults.append(record).map_err(at(&path))?;
        self.fault_count += 1;
        Ok(())
    }

    /// IterationGames with faults that have been kept: those of iterations that were broken off are among them.
    pub const fn fault_count(&self) -> usize {
        self.fault_count
    }

    /// Writes a whole file, such as a report.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), TuningFolderError> {
        Ok(write_whole(&self.path.join(name), text)?)
    }
}
