//! Files that are being written, beside the place that they will take. Their names cannot be guessed, so that nobody can
//! put a link in their way, and each is locked as long as its program runs: what a killed program has left is known by
//! its name without a lock, and is removed by the next one that writes in the folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::identity::{folder_of, names};
use crate::ShowPath as _;
use crate::rng::drawn_seed;

/// Ending of the name of a file that is being written.
pub const PART_SUFFIX: &str = ".part";
/// Stands between the name of the file and the random digits.
const MARK: &str = ".kagetsu-";
/// Random hexadecimal digits of a name.
const DIGITS: usize = 16;
/// Most bytes of the name of the file that stand before the mark: most systems allow names of 255 bytes.
const STEM: usize = 200;

/// Permissions of a private file.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;
/// What is kept of the permissions of a replaced file: no bit that lets a program run as another user.
#[cfg(unix)]
const READ_WRITE_RUN: u32 = 0o777;

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readers {
    /// Those who may read the file that it replaces, or as the user's mask says.
    Usual,
    /// The user of this process alone, where the system knows users.
    Owner,
}

/// An open file beside its place. Dropped before it is put there, it is removed.
#[derive(Debug)]
pub struct PartFile {
    path: PathBuf,
    file: File,
    /// Whether the path is still that of the unfinished file.
    is_unfinished: bool,
}

impl PartFile {
    /// Makes an empty file beside `target`, which is no link, and removes what killed programs have left there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn beside(target: &Path) -> io::Result<Self> {
        Self::with_readers(target, Readers::Usual)
    }

    pub(super) fn with_readers(target: &Path, readers: Readers) -> io::Result<Self> {
        loop {
            let path = part_path(target)?;
            let file = match create(&path, target, readers) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            let part = Self {
                path,
                file,
                is_unfinished: true,
            };
            match part.file.try_lock() {
                // Another program that swept the folder just now has taken it for a file of a killed one.
                Err(TryLockError::WouldBlock) => continue,
                Ok(()) if !names(&part.path, &part.file)? => continue,
                // Where the system knows no locks, nothing is swept.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            sweep(folder_of(target));
            return Ok(part);
        }
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its path as long as it is not in its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that the file is on the disk, and renames it to `target`; a file there is replaced.
    ///
    /// # Errors
    /// When the system refuses; the unfinished file is removed then.
    pub fn replace(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        self.rename_to(target)
    }

    /// As [`PartFile::replace`], but a file that has been made there meanwhile stays, and this one gets another name.
    ///
    /// # Errors
    /// When the system refuses. [`io::ErrorKind::AlreadyExists`] names the file that was written instead.
    pub fn put_new(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        // Unlike a rename, a link never takes the place of another file.
        match fs::hard_link(&self.path, target) {
            Ok(()) => {
                sync_folder_of(target);
                return Ok(());
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {}
            Err(_) => return Err(self.keep_beside(target)),
        }
        // Some systems know no such links.
        if fs::symlink_metadata(target).is_ok() {
            return Err(self.keep_beside(target));
        }
        self.rename_to(target)
    }

    fn rename_to(&mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_unfinished = false;
        sync_folder_of(target);
        Ok(())
    }

    /// Keeps the finished file under a name that nobody sweeps.
    fn keep_beside(&mut self, target: &Path) -> io::Error {
        let kept = self.path.with_extension("");
        if let Err(error) = self.rename_to(&kept) {
            return error;
        }
        io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!(
                "'{}' was made by another program meanwhile; this result is in '{}'",
                target.shown(),
                kept.shown()
            ),
        )
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if self.is_unfinished {
            // The error that has led here is the one to tell.
            let _ = fs::remove_file(&self.path);
        }
        // A process that is being started has a copy of the open file until its program runs, which would hold the lock.
        let _ = self.file.unlock();
    }
}

/// Makes sure that the new name of a file is on the disk as well. After a loss of power a finished file would else have the
/// name of an unfinished one, and be swept.
#[cfg(unix)]
fn sync_folder_of(target: &Path) {
    // Not every system can do it for a folder, and the file is in its place.
    let _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
}

/// Elsewhere a folder cannot be opened like a file.
#[cfg(not(unix))]
fn sync_folder_of(_target: &Path) {}

/// A name beside the file, with 64 random bits of the system.
fn part_path(target: &Path) -> io::Result<PathBuf> {
    let mut name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is no name of a file"))?
        .to_os_string();
    if name.len() > STEM {
        let text = name.to_string_lossy();
        let ends = text.char_indices().map(|(end, _)| end);
        let end = ends.take_while(|&end| end <= STEM).last().unwrap_or(0);
        name = text[..end].into();
    }
    name.push(format!("{MARK}{:0DIGITS$x}{PART_SUFFIX}", drawn_seed()));
    Ok(target.with_file_name(name))
}

/// Is it the name of an unfinished file of this program?
fn is_part_name(name: &str) -> bool {
    let digits = name
        .strip_suffix(PART_SUFFIX)
        .and_then(|name| name.rsplit_once(MARK))
        .map(|(_, digits)| digits);
    digits.is_some_and(|digits| {
        let is_written = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        digits.len() == DIGITS && digits.bytes().all(is_written)
    })
}

#[cfg(unix)]
fn create(path: &Path, target: &Path, readers: Readers) -> io::Result<File> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let replaced = match readers {
        Readers::Usual => fs::metadata(target).ok(),
        Readers::Owner => None,
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    if readers == Readers::Owner || replaced.is_some() {
        options.mode(OWNER_ONLY);
    }
    let file = options.open(path)?;
    if let Some(replaced) = replaced {
        let mode = replaced.permissions().mode() & READ_WRITE_RUN;
        // A system that knows no permissions refuses, and has none to keep.
        let _ = file.set_permissions(fs::Permissions::from_mode(mode));
    }
    Ok(file)
}

#[cfg(not(unix))]
fn create(path: &Path, _target: &Path, _readers: Readers) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).open(path)
}

/// Removes the unfinished files of programs that are gone. What cannot be removed does no harm.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_part = entry.file_name().to_str().is_some_and(is_part_name)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_part {
            continue;
        }
        let path = entry.path();
        let Ok(file) = OpenOptions::new().read(true).write(true).open(&path) else {
            continue;
        };
        // The lock is held until the file is removed, so that no other program begins to use it.
        if file.try_lock().is_ok() && names(&path, &file).unwrap_or(false) {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.to_string_lossy().ends_with(PART_SUFFIX))
            .collect()
    }

    #[test]
    fn what_a_killed_program_left_is_swept_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let left = folder.path().join("old.kagetsu-0123456789abcdef.part");
        let foreign = [
            "film.mkv.part",
            "x.0123456789abcdef.part",
            "y.kagetsu-12.part",
            "z.kagetsu-0123456789ABCDEF.part",
        ];
        fs::write(&left, "half a file").expect("the disk has room");
        for name in foreign {
            fs::write(folder.path().join(name), "mine").expect("the disk has room");
        }
        let running = PartFile::beside(&folder.path().join("first")).expect("the disk has room");
        assert!(!left.exists(), "no program holds it");
        let second = PartFile::beside(&folder.path().join("second")).expect("the disk has room");
        assert!(running.path().exists(), "its program runs");
        assert_eq!(parts(folder.path()).len(), foreign.len() + 2);
        drop((running, second));
        assert_eq!(parts(folder.path()).len(), foreign.len());
    }

    #[test]
    fn a_file_in_its_place_is_locked_no_more_though_a_child_process_has_a_copy() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("file");
        let part = PartFile::beside(&target).expect("the disk has room");
        let copy = part.file().try_clone().expect("a copy");
        part.put_new(&target).expect("the disk has room");
        let opened = File::open(&target).expect("it is there");
        assert!(opened.try_lock().is_ok());
        drop(copy);
    }

    #[test]
    fn a_file_with_the_longest_name_can_be_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["x".repeat(255), "é".repeat(127)] {
            let target = folder.path().join(name);
            let part = PartFile::beside(&target).expect("a name of a usual length");
            part.put_new(&target).expect("the disk has room");
            assert!(target.exists());
        }
    }

    #[test]
    fn names_cannot_be_guessed_and_no_link_is_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("network");
        let mut names: Vec<PathBuf> = (0..100)
            .map(|_| part_path(&target).expect("a name"))
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 100);
        #[cfg(unix)]
        {
            let victim = folder.path().join("victim");
            fs::write(&victim, "mine").expect("the disk has room");
            std::os::unix::fs::symlink(&victim, &names[0]).expect("a link");
            let error = create(&names[0], &target, Readers::Usual).expect_err("a link is there");
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(fs::read(&victim).expect("the file"), b"mine");
        }
    }

    #[test]
    fn a_file_that_was_made_meanwhile_stays_and_so_does_the_result() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("network");
        let part = PartFile::beside(&target).expect("the disk has room");
        fs::write(&target, "of another program").expect("the disk has room");
        let error = part.put_new(&target).expect_err("a file is there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).expect("the file"), b"of another program");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
        assert!(parts(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_the_one_that_it_replaces() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("network");
        let mode = || {
            let metadata = fs::metadata(&target).expect("the file");
            metadata.permissions().mode() & 0o7777
        };
        fs::write(&target, "old").expect("the disk has room");
        for (old, new) in [
            (0o640, 0o640),
            (0o600, 0o600),
            (0o755, 0o755),
            (0o4755, 0o755),
        ] {
            fs::set_permissions(&target, fs::Permissions::from_mode(old)).expect("it is ours");
            let part = PartFile::beside(&target).expect("the disk has room");
            part.replace(&target).expect("the disk has room");
            assert_eq!(mode(), new);
        }
        let part = PartFile::with_readers(&target, Readers::Owner).expect("the disk has room");
        part.replace(&target).expect("the disk has room");
        assert_eq!(mode(), OWNER_ONLY);
    }
}
