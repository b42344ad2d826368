//! Why a database cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use kagetsu_kernel::ShowPath as _;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The system refuses the file.
    #[error("cannot use the database '{}': {source}", path.shown())]
    File {
        /// The database.
        path: PathBuf,
        /// Why it is refused.
        source: io::Error,
    },
    /// The file is something else.
    #[error("'{}' is not a position database", .0.shown())]
    Foreign(PathBuf),
    /// The file was changed or cut.
    #[error("the database '{}' is damaged: {reason}", path.shown())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Another program, or another part of this one, has it open.
    #[error("the database '{}' is open already, in this program or another one", .0.shown())]
    Busy(PathBuf),
    /// The store fails.
    #[error("the database '{}' fails: {source}", path.shown())]
    Store {
        /// The database.
        path: PathBuf,
        /// Why it fails.
        source: Box<redb::Error>,
    },
}

impl DatabaseError {
    /// Sorts an error of the store.
    pub(super) fn new(path: &Path, error: impl Into<redb::Error>) -> Self {
        let path = path.to_path_buf();
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => Self::Busy(path),
            redb::Error::Corrupted(reason) => Self::Damaged { path, reason },
            redb::Error::TableDoesNotExist(_) | redb::Error::TableTypeMismatch { .. } => {
                Self::Foreign(path)
            }
            redb::Error::Io(source) => Self::File { path, source },
            source => Self::Store {
                path,
                source: Box::new(source),
            },
        }
    }

    /// A record that this program did not write.
    pub(super) fn malformed(path: &Path, what: &str) -> Self {
        Self::Damaged {
            path: path.to_path_buf(),
            reason: format!("{what} is malformed"),
        }
    }

    /// An error of the system.
    pub(super) fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_path_buf(),
            source,
        }
    }
}
