//! Which file a path leads to: the same file may have several names.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::ShowPath as _;

/// Do both tell of one file? `None` where the system gives files no numbers.
#[cfg(unix)]
fn are_one(first: &Metadata, second: &Metadata) -> Option<bool> {
    use std::os::unix::fs::MetadataExt;
    let [first, second] = [first, second].map(|file| (file.dev(), file.ino()));
    // Some network file systems give no numbers either.
    (first.1 != 0 || second.1 != 0).then_some(first == second)
}

/// Do both tell of one file? `None` where the system gives files no numbers.
#[cfg(not(unix))]
fn are_one(_first: &Metadata, _second: &Metadata) -> Option<bool> {
    None
}

/// A file as it is compared with others: links and hard links to one file are equal.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// Its path without links. The file itself may be missing.
    place: Option<PathBuf>,
    metadata: Option<Metadata>,
}

impl Identity {
    /// The file that a path leads to, or would lead to.
    pub(super) fn of(path: &Path) -> Self {
        Self {
            place: fs::canonicalize(path).ok().or_else(|| {
                let folder = fs::canonicalize(folder_of(path)).ok()?;
                Some(folder.join(path.file_name()?))
            }),
            metadata: fs::metadata(path).ok(),
        }
    }

    /// Do both mean one file?
    pub(super) fn is(&self, other: &Self) -> bool {
        let same_place = self.place.is_some() && self.place == other.place;
        let same_file = match (&self.metadata, &other.metadata) {
            (Some(first), Some(second)) => are_one(first, second).unwrap_or(false),
            _ => false,
        };
        same_place || same_file
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that there is a folder for a file or a folder that is to be made.
///
/// # Errors
/// [`io::ErrorKind::NotFound`], which names the folder, when it is missing. What else is wrong is said by the system when
/// something is made there.
pub fn require_outer_folder(path: &Path) -> io::Result<()> {
    let folder = folder_of(path);
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(io::Error::new(
            io::ErrorKind::NotFound,
            format!("there is no folder '{}'", folder.shown()),
        )),
        _ => Ok(()),
    }
}

/// Does the path still name the open file?
///
/// # Errors
/// When the system does not tell.
pub(crate) fn names(path: &Path, file: &File) -> io::Result<bool> {
    match fs::metadata(path) {
        // Where files have no numbers, an open one cannot be removed.
        Ok(named) => Ok(are_one(&named, &file.metadata()?).unwrap_or(true)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
