//! The folder that a tuning writes. `iterations.jsonl` holds the iterations and `tuning.json` the settings. All other
//! files are made from these two.

use std::path::{Path, PathBuf};

use crate::folder::{FolderError, FolderKind, at, journal_bytes, write_whole};
use kagetsu_kernel::FileLock;
use kagetsu_notation::jsonl::read_lines;
use kagetsu_notation::record::GameRecord;
use kagetsu_notation::{Journal, JournalError, ReadableRecords};

use super::iteration::Iteration;
use super::manifest::TuningManifest;

/// The settings.
const MANIFEST_FILE: &str = "tuning.json";
/// One line for each iteration.
pub(super) const ITERATIONS_FILE: &str = "iterations.jsonl";
/// The games that ended by a fault, in the format of a tournament's games.
const FAULTS_FILE: &str = "faults.jsonl";
/// The parameters with their present values.
pub(crate) const TUNED_FILE: &str = "tuned.toml";
/// The report as text.
pub(crate) const REPORT_FILE: &str = "report.txt";
/// The figure of the values over the iterations.
pub(crate) const PATHS_FILE: &str = "paths.svg";

/// The purpose of the folder.
const PURPOSE: FolderKind = FolderKind {
    what: "tuning",
    file: MANIFEST_FILE,
};

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TuningFolderError {
    /// It belongs to another job, or the system refuses.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An iteration cannot be parsed.
    #[error("line {line} of {ITERATIONS_FILE} is damaged: {source}")]
    Damaged {
        /// Its number, from one.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The iterations or the games with faults cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The folder of a tuning that is running.
#[derive(Debug)]
pub struct TuningFolder {
    path: PathBuf,
    iterations: Journal,
    faults: Journal,
    /// The games with faults, including those of earlier runs.
    kept_faults: Vec<GameRecord>,
    /// Keeps other processes out of the folder.
    _lock: FileLock,
}

impl TuningFolder {
    /// Begins a tuning. Creates the folder if necessary.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written.
    pub fn create(path: &Path, manifest: &TuningManifest) -> Result<Self, TuningFolderError> {
        let lock = PURPOSE.begin(path, manifest)?;
        Ok(Self::open(path, lock)?.0)
    }

    /// Continues a tuning, and returns the iterations that have been played. An incomplete last line is removed. If the
    /// folder holds no tuning, a new one is begun.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, the iterations are damaged, or the folder cannot be
    /// written.
    pub fn resume(
        path: &Path,
        manifest: &TuningManifest,
    ) -> Result<(Self, Vec<Iteration>), TuningFolderError> {
        let lock = PURPOSE.resume(path, manifest)?;
        let opened = Self::open(path, lock)?;
        PURPOSE.replace(path, manifest)?;
        Ok(opened)
    }

    /// The settings in a folder. `None` if there is no such folder.
    ///
    /// # Errors
    /// When it holds no tuning, or its settings cannot be read or understood.
    pub fn settings(path: &Path) -> Result<Option<TuningManifest>, TuningFolderError> {
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some(PURPOSE.read(path)?))
    }

    /// The iterations of a tuning that another process may be running; none if the folder does not exist.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, or the iterations are damaged.
    pub fn read(
        path: &Path,
        manifest: &TuningManifest,
    ) -> Result<Vec<Iteration>, TuningFolderError> {
        if !PURPOSE.agrees(path, manifest)? {
            return Ok(Vec::new());
        }
        Ok(read_iterations(&journal_bytes(&path.join(ITERATIONS_FILE))?)?.records)
    }

    fn open(path: &Path, lock: FileLock) -> Result<(Self, Vec<Iteration>), TuningFolderError> {
        let (iterations, played) =
            Journal::resume_with(&path.join(ITERATIONS_FILE), read_iterations)?;
        let (faults, kept_faults) = Journal::resume(&path.join(FAULTS_FILE))?;
        let folder = Self {
            path: path.to_path_buf(),
            iterations,
            faults,
            kept_faults,
            _lock: lock,
        };
        Ok((folder, played))
    }

    /// Adds an iteration. The line is written by one call.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, iteration: &Iteration) -> Result<(), TuningFolderError> {
        let path = self.path.join(ITERATIONS_FILE);
        self.iterations.append(iteration).map_err(at(&path))?;
        Ok(())
    }

    /// Writes a game with a fault.
    pub(crate) fn keep_fault(&mut self, record: &GameRecord) -> Result<(), TuningFolderError> {
        let path = self.path.join(FAULTS_FILE);
        self.faults.append(record).map_err(at(&path))?;
        self.kept_faults.push(record.clone());
        Ok(())
    }

    /// Is this a game with a fault that was written?
    pub(crate) fn has_fault(&self, record: &GameRecord) -> bool {
        self.kept_faults.contains(record)
    }

    /// Number of games with faults that were written, including those of interrupted iterations.
    pub(crate) const fn fault_count(&self) -> usize {
        self.kept_faults.len()
    }

    /// Writes a whole file, such as a report.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), TuningFolderError> {
        Ok(write_whole(&self.path.join(name), text)?)
    }
}

/// Reads the complete lines of the file of iterations.
fn read_iterations(bytes: &[u8]) -> Result<ReadableRecords<Iteration>, TuningFolderError> {
    read_lines(bytes, |text, line| {
        serde_json::from_slice(text).map_err(|source| TuningFolderError::Damaged { line, source })
    })
}
