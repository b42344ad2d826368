//! Errors of reading openings, with their places in files.

use std::fmt;
use std::io;
use std::path::PathBuf;

use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::reader::ReadError;

use super::check::OpeningFault;

/// A line in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The file.
    pub file: PathBuf,
    /// Number of the line, from one.
    pub line: usize,
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.shown(), self.line)
    }
}

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
    #[error("{place}: {fault}: '{text}'")]
    Bad {
        /// Where it stands.
        place: FilePlace,
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
