//! A lock that keeps a second process away from a file or folder: two runners in one folder would write every result
//! twice.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::ShowPath as _;
use crate::file::names;

/// A lock file that this process holds. It is removed when the lock is dropped; a killed process leaves the file, but
/// not the lock. Whoever removes the file of a running process by hand gives the lock away.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// The system holds the lock as long as this file is open.
    file: File,
}

/// What the name of a lock file has after that of the file that it keeps others away from.
const SUFFIX: &str = ".lock";

impl FileLock {
    /// Locks a file, which may be missing, by a lock file beside it. The names of links to it lead to the same lock.
    /// Returns `None` when another process, or another part of this one, holds the lock.
    ///
    /// # Errors
    /// As [`FileLock::try_acquire`].
    pub fn try_beside(path: &Path) -> io::Result<Option<Self>> {
        // A missing file has no links.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut beside = place.into_os_string();
        beside.push(SUFFIX);
        Self::try_acquire(Path::new(&beside))
    }

    /// As [`FileLock::try_beside`], for whoever cannot go on without the lock.
    ///
    /// # Errors
    /// [`io::ErrorKind::ResourceBusy`] when somebody else holds the lock, and as [`FileLock::try_acquire`].
    pub fn beside(path: &Path) -> io::Result<Self> {
        Self::try_beside(path)?.ok_or_else(|| {
            let text = "it is in use: another process writes it";
            io::Error::new(io::ErrorKind::ResourceBusy, text)
        })
    }

    /// Locks the file with this name, which is created where it is missing. Returns `None` when another process, or
    /// another part of this one, holds the lock.
    ///
    /// # Errors
    /// When the file cannot be created, is a link or no regular file, or the system knows no locks there.
    pub fn try_acquire(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let Some(file) = open(path)? else {
                continue;
            };
            match file.try_lock() {
                Ok(()) if names(path, &file)? => {
                    return Ok(Some(Self {
                        path: path.to_path_buf(),
                        file,
                    }));
                }
                // The former holder has removed the file after it was opened here.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

/// Opens a lock file, new or left by a killed process. A link is not followed: it would make a file elsewhere. A pipe is
/// not opened: it would wait for its reader. `None` when the file was removed meanwhile.
fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.write(true);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        created => return created.map(Some),
    }
    let found = fs::symlink_metadata(path).and_then(|found| {
        if found.is_file() {
            options.open(path)
        } else {
            let text = format!("'{}' is no lock file: remove it", path.shown());
            Err(io::Error::new(io::ErrorKind::InvalidInput, text))
        }
    });
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // If somebody has removed the file, the one with its name now may be the lock of another process.
        if names(&self.path, &self.file).unwrap_or(false) {
            // A lock file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_has_one_holder_and_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let acquire = || FileLock::try_acquire(&path).expect("the system knows locks");
        let first = acquire().expect("nobody holds it");
        assert!(acquire().is_none(), "the first holder has it");
        drop(first);
        assert!(!path.exists());
        fs::write(&path, "").expect("the file of a killed process");
        assert!(
            acquire().is_some(),
            "the file of a killed process is no lock"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_file_that_was_removed_by_hand_is_not_removed_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let acquire = || FileLock::try_acquire(&path).expect("the system knows locks");
        let first = acquire().expect("nobody holds it");
        fs::remove_file(&path).expect("it is ours");
        let second = acquire().expect("the first holder has no file");
        drop(first);
        assert!(path.exists(), "it is the file of the second holder");
        assert!(acquire().is_none(), "the second holder has it");
        drop(second);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn all_names_of_a_file_lead_to_one_lock() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [file, link, sub] = ["file", "link", "sub"].map(|name| folder.path().join(name));
        fs::create_dir(&sub).expect("the disk has room");
        fs::write(&file, "").expect("the disk has room");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        let acquire = |path: &Path| FileLock::try_beside(path).expect("the system knows locks");
        let held = acquire(&link).expect("nobody holds it");
        for name in [&file, &link, &sub.join("../file")] {
            assert!(acquire(name).is_none(), "{}", name.display());
            let error = FileLock::beside(name).expect_err("somebody holds it");
            assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        }
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn what_others_put_in_the_place_of_a_lock_is_neither_followed_nor_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [link, elsewhere, pipe] =
            ["link", "elsewhere", "pipe"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        for path in [&link, &pipe, folder.path()] {
            let error = FileLock::try_acquire(path).expect_err("it is no lock file");
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            assert!(error.to_string().contains("is no lock file"), "{error}");
        }
        assert!(!elsewhere.exists());
    }
}
