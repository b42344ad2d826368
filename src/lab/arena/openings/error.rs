//! Errors of reading openings, with their places in files.

use std::io;
use std::path::PathBuf;

use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::reader::ReadError;

use super::check::OpeningFault;

/// Why openings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A file or folder cannot be read.
    #[error("cannot read '{}': {source}", path.shown())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why it cannot.
        source: io::Error,
    },
    /// A file of games cannot be read.
    #[error("'{}': {source}", path.shown())]
    Form {
        /// The file.
        path: PathBuf,
        /// The game and its fault.
        source: ReadError,
    },
    /// An opening cannot be used.
    #[error("{}:{line}: {fault}: '{text}'", path.shown())]
    Bad {
        /// The file.
        path: PathBuf,
        /// Number of its line, or of the game, from one.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
        /// Its line, or the beginning of it.
        text: String,
    },
    /// There is no usable opening.
    #[error("'{}' holds no opening that can be used", path.shown())]
    Nothing {
        /// The file or folder.
        path: PathBuf,
    },
}
