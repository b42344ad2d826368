//! A file that takes its place only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use super::part::{PartFile, Readers};
#[cfg(unix)]
use super::pipe::open_pipe;

/// Folders of links to the open files of this process.
const OPEN_FILES: [&str; 2] = ["/dev/fd", "/proc/self/fd"];

/// Writes a file beside its place, makes sure that it is on the disk, and renames it. On an error the old file stays as
/// it was, and the unfinished one is removed. A link stays, and the file that it leads to is replaced. A device or a
/// pipe cannot be replaced: it is written to. A pipe that nobody reads is an error.
///
/// # Errors
/// When `write` fails, or the system refuses.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    write(&mut file)?;
    file.finish()
}

/// A file that is written beside its place, as [`write_whole`] does, piece by piece. It takes its place when it is
/// finished; dropped before, it is removed and an old file stays as it was.
#[derive(Debug)]
pub struct NewFile {
    out: BufWriter<File>,
    /// The unfinished file and its place. `None` for a device.
    part: Option<(PartFile, PathBuf)>,
    may_replace: bool,
}

impl NewFile {
    /// Begins a file, which will replace one that is there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::open(path, Readers::Usual)
    }

    /// As [`NewFile::create`], but nobody except the user of this process may read it, where the system knows users.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create_private(path: &Path) -> io::Result<Self> {
        Self::open(path, Readers::Owner)
    }

    /// The same file, which will not replace one that is made at its place meanwhile.
    #[must_use]
    pub fn never_replacing(self) -> Self {
        Self {
            may_replace: false,
            ..self
        }
    }

    /// Does it have a place of its own, and is no device?
    pub(super) fn has_place(&self) -> bool {
        self.part.is_some()
    }

    fn open(path: &Path, readers: Readers) -> io::Result<Self> {
        if let Some(device) = open_device(path)? {
            return Ok(Self {
                out: BufWriter::new(device),
                part: None,
                may_replace: true,
            });
        }
        // A link stays. One that leads nowhere is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let part = PartFile::with_readers(&place, readers)?;
        Ok(Self {
            out: BufWriter::new(part.file().try_clone()?),
            part: Some((part, place)),
            may_replace: true,
        })
    }

    /// Makes sure that the file is on the disk, and puts it in its place.
    ///
    /// # Errors
    /// When the system refuses; the unfinished file is removed then.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        match self.part {
            None => Ok(()),
            Some((part, place)) if self.may_replace => part.replace(&place),
            Some((part, place)) => part.put_new(&place),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Does the path lead to an output of this process, whatever that is? A file there is written on, not replaced: the
/// shell has opened it.
pub(super) fn is_open_output(path: &Path) -> bool {
    let is_standard = ["/dev/stdout", "/dev/stderr"]
        .iter()
        .any(|name| path == Path::new(name));
    is_standard
        || OPEN_FILES
            .iter()
            .any(|folder| path.parent() == Some(Path::new(folder)))
}

/// Opens what cannot be replaced: devices, pipes, and the open outputs of this process.
fn open_device(path: &Path) -> io::Result<Option<File>> {
    if path == Path::new("/dev/stdout") {
        return copy_of(&io::stdout()).map(Some);
    }
    if path == Path::new("/dev/stderr") {
        return copy_of(&io::stderr()).map(Some);
    }
    // A pipe of the shell has a number, but no path of its own.
    match fs::metadata(path) {
        Ok(found) if is_open_output(path) && found.is_file() => {
            OpenOptions::new().append(true).open(path).map(Some)
        }
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        #[cfg(unix)]
        Ok(found) if found.file_type().is_fifo() => open_pipe(path).map(Some),
        Ok(found) if !found.is_file() => OpenOptions::new().write(true).open(path).map(Some),
        _ => Ok(None),
    }
}

/// The same open file: what is written by one goes behind what was written by the other.
#[cfg(unix)]
fn copy_of(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// The same open file: what is written by one goes behind what was written by the other.
#[cfg(windows)]
fn copy_of(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// A system whose programs have no open files, such as a browser.
#[cfg(not(any(unix, windows)))]
fn copy_of(_: &impl Write) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_a_complete_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("network");
        write_whole(&path, |out| out.write_all(b"old")).expect("the disk has room");
        let failure = write_whole(&path, |out| {
            out.write_all(b"half of the new one")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(
            failure.expect_err("it was told to fail").kind(),
            io::ErrorKind::StorageFull
        );
        assert_eq!(fs::read(&path).expect("the old file"), b"old");
        write_whole(&path, |out| out.write_all(b"new")).expect("the disk has room");
        assert_eq!(fs::read(&path).expect("the new file"), b"new");
        let mut unfinished = NewFile::create(&path).expect("the disk has room");
        unfinished.write_all(b"newer").expect("the disk has room");
        drop(unfinished);
        assert_eq!(fs::read(&path).expect("the new file"), b"new");
        let names = fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(names, 1, "no unfinished file stays");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_a_link_stays_a_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let device = folder.path().join("device");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        write_whole(&device, |out| out.write_all(b"new")).expect("a device takes all");
        let file = folder.path().join("file");
        let link = folder.path().join("link");
        fs::write(&file, "old").expect("the disk has room");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_whole(&link, |out| out.write_all(b"new")).expect("the disk has room");
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        for path in [device, link] {
            assert!(path.symlink_metadata().expect("it is there").is_symlink());
        }
    }
}
