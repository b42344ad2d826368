//! A file of lines that a command writes in place: a killed one leaves what it has found, and `--resume` goes on with it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::mem;
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{
    MAX_JOURNAL_BYTES, OutputError, Overwrite, cut, read_long_text_file, require_regular_file,
};
use kagetsu_kernel::{FileLock, ShowPath as _};

use super::error::CommandError;

/// The file, which no other process writes meanwhile.
#[derive(Debug)]
pub(super) struct LinesFile {
    path: PathBuf,
    file: File,
    /// What is in it stays until other lines take its place.
    is_old: bool,
    _lock: FileLock,
}

impl LinesFile {
    /// Begins a file, or goes on with one. Returns it with the text with which it goes on.
    pub(super) fn begin(
        path: &Path,
        resume: bool,
        overwrite: Overwrite,
    ) -> Result<(Self, String), CommandError> {
        let refused = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => CommandError::input(format!(
                "'{}' exists already: give another name, --resume to go on with it, or --force to replace it",
                path.shown()
            )),
            _ => CommandError::uncreated(path.shown())(source),
        };
        // Neither option helps with a device or a pipe, and a pipe that nobody reads blocks its writer.
        if let Err(error) = require_regular_file(path)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(refused(error));
        }
        let lock = FileLock::beside(path).map_err(refused)?;
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .create_new(!resume && !overwrite.force)
            .open(path);
        let begun = Self {
            path: path.to_path_buf(),
            file: file.map_err(refused)?,
            is_old: !resume,
            _lock: lock,
        };
        if !resume {
            return Ok((begun, String::new()));
        }
        let text = read_long_text_file(path, MAX_JOURNAL_BYTES);
        Ok((begun, text.map_err(CommandError::unreadable(path.shown()))?))
    }

    /// Cuts the file to its first bytes.
    pub(super) fn cut(&self, bytes: usize) -> Result<(), CommandError> {
        cut(&self.path, bytes as u64).map_err(CommandError::uncreated(self.path.shown()))
    }

    /// Adds lines. The first ones, which may be none, take the place of what an older file holds.
    pub(super) fn write(&mut self, lines: &[u8]) -> Result<(), OutputError> {
        let begun = if mem::take(&mut self.is_old) {
            cut(&self.path, 0)
        } else {
            Ok(())
        };
        let written = begun.and_then(|()| self.file.write_all(lines));
        written.map_err(|source| OutputError::Write {
            name: self.path.shown().to_string(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_older_file_stays_until_a_line_takes_its_place_and_has_one_writer() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lines");
        fs::write(&path, "old\n").expect("the disk has room");
        let begin = |resume, force| LinesFile::begin(&path, resume, Overwrite { force });
        let read = || fs::read_to_string(&path).expect("the file");
        let refused = begin(false, false).expect_err("it is there");
        assert!(refused.to_string().contains("exists already"), "{refused}");
        let (mut file, text) = begin(false, true).expect("by force");
        assert_eq!((text.as_str(), read().as_str()), ("", "old\n"));
        let second = begin(true, false).expect_err("it has a writer");
        assert!(second.to_string().contains("is in use"), "{second}");
        for line in [b"one\n", b"two\n"] {
            file.write(line).expect("the disk has room");
        }
        drop(file);
        let (mut file, text) = begin(true, false).expect("it is there");
        assert_eq!(text, "one\ntwo\n");
        file.cut(4).expect("it is a file");
        file.write(b"three\n").expect("the disk has room");
        assert_eq!(read(), "one\nthree\n");
    }

    #[test]
    fn force_replaces_what_cannot_be_gone_on_with() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lines");
        let database = b"redb\x1a\x0a\xa9\x0d\x0a\0";
        fs::write(&path, database).expect("the disk has room");
        let begin = |resume, force| LinesFile::begin(&path, resume, Overwrite { force });
        let refused = begin(true, false).expect_err("it is no text");
        assert!(refused.to_string().contains("a database"), "{refused}");
        assert_eq!(fs::read(&path).expect("the file"), database);
        let (mut file, _) = begin(false, true).expect("by force");
        file.write(b"one\n").expect("the disk has room");
        assert_eq!(fs::read(&path).expect("the file"), b"one\n");
    }

    #[cfg(unix)]
    #[test]
    fn no_option_is_advised_for_a_device() {
        for (resume, force) in [(false, false), (false, true), (true, false)] {
            let begun = LinesFile::begin(Path::new("/dev/null"), resume, Overwrite { force });
            let refused = begun.expect_err("a device").to_string();
            let expected = "cannot create '/dev/null': it is not a regular file";
            assert_eq!(refused, expected);
        }
    }
}
