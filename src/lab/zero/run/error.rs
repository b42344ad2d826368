//! What is wrong with a run.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use kagetsu_kernel::{FileLock, ShowPath as _};

/// What is wrong with a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system refuses a file.
    #[error("cannot use '{path}': {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The folder holds no run, or is missing; the text says which of both.
    #[error(
        "{0}: `zero run` begins a run with --recipe, such as --recipe ours, and `zero distil` with --recipe distil"
    )]
    NoRun(String),
    /// Games of a generation are missing: which ones, and how to play them, in one sentence.
    #[error("{0}")]
    Games(String),
    /// What else is wrong with the input, in one sentence.
    #[error("{0}")]
    Input(String),
    /// The stop signal ended the work; what was whole is kept.
    #[error("interrupted: what was finished is kept, and the same command does the rest")]
    Interrupted,
}

impl RunError {
    /// Is it the input that is at fault, and not the system?
    pub fn is_bad_input(&self) -> bool {
        match self {
            // Something else than the file that is expected there.
            Self::File { source, .. } => matches!(
                source.kind(),
                ErrorKind::InvalidInput
                    | ErrorKind::InvalidData
                    | ErrorKind::FileTooLarge
                    | ErrorKind::IsADirectory
                    | ErrorKind::NotADirectory
            ),
            Self::Interrupted => false,
            _ => true,
        }
    }
}

/// Is there something of this name? A link is followed, and must lead to something.
pub(super) fn is_there(path: &Path) -> Result<bool, RunError> {
    match fs::metadata(path) {
        Ok(_) => Ok(true),
        Err(source) if path.is_symlink() => Err(RunError::Input(format!(
            "'{}' is a link that leads to no file: {source}",
            path.shown()
        ))),
        Err(source) if source.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(refused(path)(source)),
    }
}

/// Of a file that the system refuses.
pub(super) fn refused(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.shown().to_string();
    move |source| RunError::File { path, source }
}

/// The error for a folder that holds no run, or is missing.
pub(super) fn no_run(folder: &Path) -> RunError {
    let shown = folder.shown();
    RunError::NoRun(if folder.exists() {
        format!("'{shown}' holds no run of learning")
    } else {
        format!("there is no folder '{shown}'")
    })
}

/// Keeps other processes from writing a file.
pub(super) fn locked(path: &Path) -> Result<FileLock, RunError> {
    let lock = FileLock::try_beside(path).map_err(refused(path))?;
    let in_use = || format!("'{}' is being written by another process", path.shown());
    lock.ok_or_else(|| RunError::Input(in_use()))
}

/// No position of the games of a generation is learned from, so that the next network would be the same.
pub(super) fn nothing_to_learn(generation: u32) -> RunError {
    RunError::Input(format!(
        "the games of generation {generation} have no position to learn from: begin a run with a smaller full_every, or with \
         more games"
    ))
}
