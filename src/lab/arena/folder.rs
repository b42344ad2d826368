//! The folder of a long job, such as a tournament: its settings in one file, and beside it the results so far. A job
//! can be continued only with exactly the settings in its folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{self, MAX_JOURNAL_BYTES, PART_SUFFIX};
use kagetsu_kernel::{FileLock, ShowPath as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Name of the file that the process at work holds locked.
const LOCK_FILE: &str = ".lock";

/// Ends the name of the settings until all results that are merged into the folder are there.
const UNFINISHED_SUFFIX: &str = ".unfinished";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder is not empty.
    #[error(
        "'{}' is not empty: give another folder, or go on with the {} in it by --resume",
        .0.shown(),
        .1.what
    )]
    NotEmpty(PathBuf, FolderKind),
    /// Another process works in the folder.
    #[error("'{}' is in use: another process runs the {} in it", .0.shown(), .1.what)]
    Busy(PathBuf, FolderKind),
    /// The folder is not empty, but holds no job of this kind.
    #[error("'{}' holds no {}: there is no {} in it", .0.shown(), .1.what, .1.file)]
    Missing(PathBuf, FolderKind),
    /// Not all results of the shards were written into it.
    #[error("'{}' holds a part of a {} whose merge was broken off: give the same --merge again", .0.shown(), .1.what)]
    MergeBrokenOff(PathBuf, FolderKind),
    /// The settings in the folder differ, one sentence for each place.
    #[error("'{}' holds another {}: {}", .0.shown(), .1.what, .2.join("; "))]
    Different(PathBuf, FolderKind, Vec<String>),
    /// The settings cannot be understood.
    #[error("'{}' is damaged: {source}", path.shown())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Why it cannot be parsed.
        source: serde_json::Error,
    },
    /// A file stands where the folder is wanted.
    #[error("'{}' is a file: a folder is needed there", .0.shown())]
    NotAFolder(PathBuf),
    /// The system refuses.
    #[error("cannot use '{}': {source}", path.shown())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The beginning of a difference that tells a reader nothing and follows from the others.
const FINGERPRINT: &str = "schedule was ";
/// What it tells where it is the only one.
const OTHER_SCHEDULE: &str =
    "the openings or their order are others, so that its games would be others";

/// The keys of what does not decide the results, and may change from one run to the next. The version is that of the
/// program that manages the games, which are decided by other settings and by the files of the engines.
const MAY_CHANGE: [&str; 2] = ["run", "version"];
/// The key of the files of an engine, which are compared where both sides tell them: earlier versions did not.
const FILES: &str = "files";
/// What stands before the path of such a file in that of its digest.
const OF_FILES: &str = ".files.";

/// Converts an I/O error at a path.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_path_buf();
    move |source| FolderError::File { path, source }
}

/// Converts a JSON error at a path.
fn damaged(path: &Path) -> impl FnOnce(serde_json::Error) -> FolderError {
    let path = path.to_path_buf();
    move |source| FolderError::Settings { path, source }
}

/// The purpose of a folder.
#[derive(Clone, Copy, Debug)]
pub struct FolderKind {
    /// The kind of job, in one word.
    pub(super) what: &'static str,
    /// Name of the file with the settings.
    pub(super) file: &'static str,
}

impl FolderKind {
    /// Creates the folder if necessary, and writes the settings. The folder is in use as long as the lock lives.
    ///
    /// # Errors
    /// When the folder is in use or not empty, or cannot be written.
    pub(super) fn begin(
        self,
        folder: &Path,
        settings: &impl Serialize,
    ) -> Result<FileLock, FolderError> {
        let lock = self.lock(folder)?;
        if !is_empty(folder)? {
            return Err(FolderError::NotEmpty(folder.to_path_buf(), self));
        }
        self.replace(folder, settings)?;
        Ok(lock)
    }

    /// As [`FolderKind::begin`], for results that other folders hold already: until [`FolderKind::finish_merge`] nobody can
    /// go on with a part of them. What a merge has left that was broken off may be replaced.
    ///
    /// # Errors
    /// When the folder is in use or holds anything else, or cannot be written.
    pub(super) fn begin_merge(
        self,
        folder: &Path,
        settings: &impl Serialize,
    ) -> Result<FileLock, FolderError> {
        let lock = self.lock(folder)?;
        let unfinished = self.unfinished(folder);
        let is_broken_off = unfinished.exists() && !folder.join(self.file).exists();
        if !is_broken_off && !is_empty(folder)? {
            return Err(FolderError::NotEmpty(folder.to_path_buf(), self));
        }
        write_settings(&unfinished, settings)?;
        Ok(lock)
    }

    /// Makes the folder with all merged results one to go on with.
    ///
    /// # Errors
    /// When the settings cannot get their name.
    pub(super) fn finish_merge(self, folder: &Path) -> Result<(), FolderError> {
        let path = folder.join(self.file);
        fs::rename(self.unfinished(folder), &path).map_err(at(&path))
    }

    /// The settings as long as not all results are merged.
    fn unfinished(self, folder: &Path) -> PathBuf {
        folder.join(format!("{}{UNFINISHED_SUFFIX}", self.file))
    }

    /// Creates the folder if necessary, and locks it.
    fn lock(self, folder: &Path) -> Result<FileLock, FolderError> {
        create_folder(folder)?;
        let path = folder.join(LOCK_FILE);
        FileLock::try_acquire(&path)
            .map_err(at(&path))?
            .ok_or_else(|| FolderError::Busy(folder.to_path_buf(), self))
    }

    /// Checks that the settings are those in the folder. Begins a new job if the folder is empty or does not exist. The
    /// folder is in use as long as the lock lives.
    ///
    /// # Errors
    /// When the folder is in use or holds anything else, the settings differ, or it cannot be written.
    pub(super) fn resume(
        self,
        folder: &Path,
        settings: &impl Serialize,
    ) -> Result<FileLock, FolderError> {
        let lock = self.lock(folder)?;
        if is_empty(folder)? {
            self.replace(folder, settings)?;
        } else {
            self.check(folder, settings)?;
        }
        Ok(lock)
    }

    /// Writes the settings into a folder that is in use by this process.
    pub(super) fn replace(
        self,
        folder: &Path,
        settings: &impl Serialize,
    ) -> Result<(), FolderError> {
        write_settings(&folder.join(self.file), settings)
    }

    /// Does the folder hold a job with these settings? False if it is empty or does not exist. Another process may be at
    /// work in it.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, or it cannot be read.
    pub(super) fn agrees(
        self,
        folder: &Path,
        settings: &impl Serialize,
    ) -> Result<bool, FolderError> {
        if is_unused(folder) {
            return Ok(false);
        }
        self.check(folder, settings)?;
        Ok(true)
    }

    /// Checks that the settings are those in the folder.
    fn check(self, folder: &Path, settings: &impl Serialize) -> Result<(), FolderError> {
        let was = self.read(folder)?;
        // Convert through text, so that numbers are rounded as in the file.
        let is = text(settings).and_then(|text| serde_json::from_str(&text));
        let is = is.map_err(damaged(&folder.join(self.file)))?;
        let differences = differences(was, is);
        if differences.is_empty() {
            Ok(())
        } else {
            let folder = folder.to_path_buf();
            Err(FolderError::Different(folder, self, differences))
        }
    }

    /// The settings in the folder.
    ///
    /// # Errors
    /// When there is no settings file, or it cannot be read or understood.
    pub(super) fn read<T: DeserializeOwned>(self, folder: &Path) -> Result<T, FolderError> {
        let path = folder.join(self.file);
        let text = file::read_text_file(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if self.unfinished(folder).exists() => {
                FolderError::MergeBrokenOff(folder.to_path_buf(), self)
            }
            io::ErrorKind::NotFound => FolderError::Missing(folder.to_path_buf(), self),
            io::ErrorKind::NotADirectory => FolderError::NotAFolder(folder.to_path_buf()),
            _ => at(&path)(error),
        })?;
        serde_json::from_str(&text).map_err(damaged(&path))
    }
}

fn write_settings(path: &Path, settings: &impl Serialize) -> Result<(), FolderError> {
    let text = text(settings).map_err(damaged(path))?;
    write_whole(path, &text)
}

fn text(settings: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(settings).map(|text| text + "\n")
}

/// Where the settings of two jobs differ, one sentence for each place.
pub(super) fn differences(mut was: Value, mut is: Value) -> Vec<String> {
    for settings in [&mut was, &mut is] {
        if let Value::Object(fields) = settings {
            for key in MAY_CHANGE {
                fields.remove(key);
            }
        }
    }
    let mut differences = Vec::new();
    compare("", &was, &is, &mut differences);
    let tells = |difference: &String| !difference.starts_with(FINGERPRINT);
    if differences.iter().any(tells) {
        differences.retain(tells);
    } else if let Some(difference) = differences.first_mut() {
        *difference = OTHER_SCHEDULE.to_string();
    }
    differences
}

/// Collects where two values differ, one sentence for each place.
fn compare(path: &str, was: &Value, is: &Value, found: &mut Vec<String>) {
    match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let both_tell = old.contains_key(FILES) && new.contains_key(FILES);
            let added = new.keys().filter(|key| !old.contains_key(*key));
            let keys = old.keys().chain(added);
            for key in keys.filter(|key| both_tell || *key != FILES) {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                let [was, is] = [old, new].map(|side| side.get(key).unwrap_or(&Value::Null));
                compare(&path, was, is, found);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{path}[{index}]"), old, new, found);
            }
        }
        _ if was == is => {}
        _ => found.push(match path.split_once(OF_FILES) {
            Some((_, file)) if is.is_null() => format!(
                "an engine had '{file}', which is not there, or which its command does not name from this folder"
            ),
            _ => format!("{path} was {was} and is {is}"),
        }),
    }
}

/// Creates the folder if necessary.
pub(super) fn create_folder(folder: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(folder).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            FolderError::NotAFolder(folder.to_path_buf())
        }
        _ => at(folder)(source),
    })
}

/// True if no job was begun in the folder: it is empty or does not exist. False also where that cannot be found out.
pub fn is_unused(folder: &Path) -> bool {
    !folder.exists() || is_empty(folder).unwrap_or(false)
}

/// True if the folder is empty, apart from its lock and from files whose writing was interrupted.
fn is_empty(path: &Path) -> Result<bool, FolderError> {
    for entry in fs::read_dir(path).map_err(at(path))? {
        let name = entry.map_err(at(path))?.file_name();
        if name != LOCK_FILE && !name.to_string_lossy().ends_with(PART_SUFFIX) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The bytes of a journal that another process may be writing; none if it was not begun.
pub(super) fn journal_bytes(path: &Path) -> Result<Vec<u8>, FolderError> {
    match file::read_regular_file(path, MAX_JOURNAL_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        bytes => bytes.map_err(at(path)),
    }
}

/// Replaces a file as a whole, so that no reader sees a part of it.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), FolderError> {
    file::write_whole(path, |out| out.write_all(text.as_bytes())).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn another_version_or_files_that_one_side_does_not_tell_are_no_difference() {
        let of = |version: u32, engine: Value| json!({"version": version, "engines": [engine]});
        let untold = of(1, json!({"name": "a"}));
        let told = of(2, json!({"name": "a", "files": {"a": "aa"}}));
        assert!(differences(untold.clone(), told.clone()).is_empty());
        assert!(differences(told.clone(), untold).is_empty());
        let other = of(2, json!({"name": "a", "files": {"a": "bb"}}));
        let said = r#"engines[0].files.a was "aa" and is "bb""#;
        assert_eq!(differences(told.clone(), other), [said]);
        let elsewhere = of(2, json!({"name": "a", "files": {}}));
        let found = differences(told, elsewhere);
        assert!(found[0].starts_with("an engine had 'a', "), "{found:?}");
    }

    #[test]
    fn a_journal_that_was_not_begun_has_no_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let bytes = journal_bytes(&folder.path().join("games.jsonl"));
        assert!(bytes.expect("none yet").is_empty());
        assert!(journal_bytes(folder.path()).is_err(), "it is no file");
    }
}
