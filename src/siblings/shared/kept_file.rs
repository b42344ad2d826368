//! A file that gets better while long work goes on: each version takes the place of the one before it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{OutputError, OutputFile, Outputs, Overwrite, write_whole};

use crate::command::CommandError;

/// The output of work that keeps what it has so far.
#[derive(Debug)]
pub struct KeptFile {
    path: PathBuf,
    /// Until the first version is saved: then a file of that name is ours, and may be replaced. None where the work goes on
    /// with a file.
    first: Option<OutputFile>,
}

impl KeptFile {
    /// Makes sure, before the work begins, that the file can be written.
    ///
    /// # Errors
    /// It exists and may not be replaced, or the system refuses.
    pub fn begin(path: &Path, overwrite: Overwrite) -> Result<Self, OutputError> {
        if path == Path::new("-") {
            return Err(OutputError::Create {
                name: path.shown().to_string(),
                source: io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "versions replace one another: give the name of a file",
                ),
            });
        }
        Ok(Self {
            path: path.to_owned(),
            first: Some(Outputs::new(overwrite).begin(path)?),
        })
    }

    /// Goes on with a file that the command has read, or begins it.
    ///
    /// # Errors
    /// It cannot be an output.
    pub fn continued(path: &Path) -> Result<Self, OutputError> {
        Outputs::new(Overwrite::default()).check_continued(path)?;
        Ok(Self {
            path: path.to_owned(),
            first: None,
        })
    }

    /// Saves a version.
    ///
    /// # Errors
    /// The system refuses; the version before stays.
    pub fn save(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        if let Some(file) = self.first.take() {
            return file.write_whole(bytes);
        }
        write_whole(&self.path, |file| file.write_all(bytes)).map_err(|source| OutputError::Write {
            name: self.path.shown().to_string(),
            source,
        })
    }

    /// Ctrl-C has ended the work: what the file holds so far, or, if no version is saved, what is missing.
    pub(crate) fn interrupted(&self, held: &str, missing: &str) -> CommandError {
        let name = self.path.shown();
        CommandError::Interrupted(match self.first {
            None => format!("'{name}' has {held}"),
            Some(_) => format!("{missing}, and '{name}' is not written"),
        })
    }
}

/// The checksum of such files: FNV-1a with 32 bits (Fowler, Noll and Vo). A change of one byte always changes it.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum: u32, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn versions_replace_one_another_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("weights");
        let begin = |force| KeptFile::begin(&path, Overwrite { force });
        drop(begin(false).expect("a new file"));
        assert!(!path.exists(), "nothing was saved");
        let mut file = begin(false).expect("a new file");
        for version in ["one", "two"] {
            file.save(version.as_bytes()).expect("the disk has room");
            assert_eq!(fs::read_to_string(&path).expect("the file"), version);
        }
        assert!(matches!(begin(false), Err(OutputError::Exists(_))));
        drop(begin(true).expect("it may be replaced"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "two");
    }

    #[test]
    fn the_published_values_are_reproduced() {
        for (text, expected) in [
            ("", 0x811c_9dc5),
            ("a", 0xe40c_292c),
            ("foobar", 0xbf9c_f968),
        ] {
            assert_eq!(checksum(text.as_bytes()), expected, "{text}");
        }
    }
}
