//! A lock that keeps a second process away from a file or folder: two runners in one folder would write every result
//! twice.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::file::names;

/// A lock file that this process holds. It is removed when the lock is dropped; a killed process leaves the file, but
/// not the lock.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// The system holds the lock as long as this file is open.
    _file: File,
}

impl FileLock {
    /// Locks the file with this name, which is created where it is missing. Returns `None` when another process, or
    /// another part of this one, holds the lock.
    ///
    /// # Errors
    /// When the file cannot be created, or the system knows no locks there.
    pub fn try_acquire(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) if names(path, &file)? => {
                    return Ok(Some(Self {
                        path: path.to_path_buf(),
                        _file: file,
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

impl Drop for FileLock {
    fn drop(&mut self) {
        // A lock file that stays does no harm.
        let _ = fs::remove_file(&self.path);
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
}
