//! The file in which the progress of a person is kept: the page keeps it beside that of the game, and the terminal reads and
//! writes the same, one after the other. A file that cannot be read stays: a copy of it is kept before another one takes its
//! place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::practice::Progress;
use crate::session::{read_bytes, write_file};
use crate::text::Message;
use kagetsu_kernel::{FileLock, ShowPath as _};

/// The end of the names of copies of damaged files.
const DAMAGED: &str = "damaged";

/// The file of the progress. It is read at once and written as a whole, so that two who do so undo what the other one has
/// written: who has opened it keeps others away.
#[derive(Debug)]
pub(crate) struct ProgressFile {
    path: PathBuf,
    _lock: FileLock,
}

impl ProgressFile {
    /// Opens it. Gives what it holds as well, an empty progress where there is no file or an empty one. A damaged one is copied,
    /// and a message tells where to.
    ///
    /// # Errors
    /// When it cannot be read or copied at all, or somebody else has opened it.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Progress, Option<Message>)> {
        let file = Self {
            _lock: FileLock::beside(path)?,
            path: path.to_path_buf(),
        };
        let (progress, said) = file.read()?;
        Ok((file, progress, said))
    }

    fn read(&self) -> io::Result<(Progress, Option<Message>)> {
        let Some(bytes) = read_bytes(&self.path)? else {
            return Ok((Progress::default(), None));
        };
        match Progress::read(&String::from_utf8_lossy(&bytes)) {
            Ok(progress) => Ok((progress, None)),
            Err(why) => {
                let copy = self.free_copy();
                fs::copy(&self.path, &copy)?;
                let said = Message::new("practice-damaged-file").with_message("why", why.message());
                let (file, copy) = (self.path.shown(), copy.shown());
                Ok((
                    Progress::default(),
                    Some(said.with("file", &file).with("copy", &copy)),
                ))
            }
        }
    }

    /// A name of a copy that is not there yet.
    fn free_copy(&self) -> PathBuf {
        let name = |number: u32| self.path.with_extension(format!("{DAMAGED}-{number}.json"));
        let mut names = (1..).map(name).filter(|name| !name.exists());
        names
            .next()
            .unwrap_or_else(|| self.path.with_extension(DAMAGED))
    }

    /// Writes it: beside, and renamed.
    ///
    /// # Errors
    /// As the system.
    pub(crate) fn write(&self, progress: &Progress) -> io::Result<()> {
        write_file(progress, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_writer_and_a_damaged_one_is_told_and_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.practice.json");
        let open = || ProgressFile::open(&path);
        let (file, mut progress, _) = open().expect("nothing");
        assert_eq!(progress, Progress::default());
        progress.learn("five", 4);
        file.write(&progress).expect("it is written");
        let refused = open().expect_err("somebody else writes it");
        assert_eq!(refused.kind(), io::ErrorKind::ResourceBusy);
        drop(file);
        assert_eq!(open().expect("it is read").1, progress);
        fs::write(&path, "").expect("it is written");
        let (_, read, said) = open().expect("it is empty");
        assert!(read.is_empty() && said.is_none());
        for number in 1..=2 {
            fs::write(&path, "no progress").expect("it is written");
            let (_, read, said) = open().expect("it is told");
            assert!(read.is_empty());
            assert_eq!(said.expect("a message").key, "practice-damaged-file");
            let copy = folder
                .path()
                .join(format!("game.practice.damaged-{number}.json"));
            assert_eq!(fs::read_to_string(copy).expect("a copy"), "no progress");
        }
    }
}
