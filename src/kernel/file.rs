//! Files as every command reads and writes them: nothing but regular files is read, and up to a bound; a written file
//! takes the place of an old one only when it is complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Most bytes of a text file that is read whole, such as a list of positions or of openings.
pub const MAX_TEXT_BYTES: u64 = 256 << 20;

/// Most bytes of a journal: a line for each game of a tournament that took weeks.
pub const MAX_JOURNAL_BYTES: u64 = 8 << 30;

/// Ending of the name of a file that is being written.
pub const PART_SUFFIX: &str = ".part";

/// Permissions of a private file.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;

/// Reads a regular file of at most `max_bytes` bytes. Pipes, devices and folders are refused before they are opened:
/// some of them block their reader or never end.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] when the path names no regular file, [`io::ErrorKind::FileTooLarge`] when it is
/// longer, and every error of the system.
pub fn read_regular_file(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    require_regular_file(path)?;
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the file is too long, even if it grows meanwhile.
    File::open(path)?
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("the file has more than {max_bytes} bytes"),
        ));
    }
    Ok(bytes)
}

/// As [`read_regular_file`], for UTF-8 text of at most [`MAX_TEXT_BYTES`] bytes.
///
/// # Errors
/// As [`read_regular_file`], and [`io::ErrorKind::InvalidData`] when the bytes are no UTF-8 text.
pub fn read_text_file(path: &Path) -> io::Result<String> {
    let bytes = read_regular_file(path, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8 text"))
}

/// Opens a file to append to it, and makes it where it is missing. A pipe or a device is refused before it is opened: a
/// pipe that nobody reads blocks its writer.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] when the path names no regular file, and every error of the system.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    match require_regular_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => OpenOptions::new().append(true).create(true).open(path),
    }
}

/// Checks that a path names a regular file, without opening it.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] when it names something else, and every error of the system.
pub fn require_regular_file(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is not a regular file",
    ))
}

/// Writes a file beside its place, makes sure that it is on the disk, and renames it. On an error the old file stays as
/// it was, and the unfinished one is removed. A link stays, and the file that it leads to is replaced. A device or a
/// pipe cannot be replaced: it is written to.
///
/// # Errors
/// When `write` fails, or the system refuses.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    write(&mut file.out)?;
    file.finish()
}

/// A file that is written beside its place, as [`write_whole`] does, piece by piece. It takes its place when it is
/// finished; dropped before, it is removed and an old file stays as it was.
#[derive(Debug)]
pub struct NewFile {
    out: BufWriter<File>,
    /// Where it is written, and its place. `None` for a device.
    renaming: Option<[PathBuf; 2]>,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::open(path, &empty_file())
    }

    /// Begins a file that nobody but the user of this process may read, where the system knows users.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create_private(path: &Path) -> io::Result<Self> {
        let mut options = empty_file();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
        let file = Self::open(path, &options)?;
        // One that a program left behind has the permissions that it was made with.
        #[cfg(unix)]
        if file.renaming.is_some() {
            let permissions = std::os::unix::fs::PermissionsExt::from_mode(OWNER_ONLY);
            file.out.get_ref().set_permissions(permissions)?;
        }
        Ok(file)
    }

    fn open(path: &Path, options: &OpenOptions) -> io::Result<Self> {
        let path = match fs::canonicalize(path) {
            Ok(target) if !target.is_file() => {
                let device = OpenOptions::new().write(true).open(target)?;
                return Ok(Self {
                    out: BufWriter::new(device),
                    renaming: None,
                });
            }
            Ok(target) => target,
            // A new file.
            Err(_) => path.to_path_buf(),
        };
        let part = part_path(&path);
        Ok(Self {
            out: BufWriter::new(options.open(&part)?),
            renaming: Some([part, path]),
        })
    }

    /// Makes sure that the file is on the disk, and puts it in its place.
    ///
    /// # Errors
    /// When the system refuses; the unfinished file is removed then.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some([part, path]) = &self.renaming else {
            return Ok(());
        };
        self.out.get_ref().sync_all()?;
        fs::rename(part, path)?;
        self.renaming = None;
        Ok(())
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

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some([part, _]) = &self.renaming {
            // The error that has led here is the one to tell.
            let _ = fs::remove_file(part);
        }
    }
}

/// How a file is opened that is written from its beginning.
fn empty_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    options
}

/// The name of the unfinished file: that of the process is in it, because two programs may write the same file.
fn part_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(format!(".{}{PART_SUFFIX}", std::process::id()));
    PathBuf::from(name)
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
    fn a_pipe_that_nobody_reads_is_not_opened_to_append() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        // Opened as it is, the pipe would block this thread for ever.
        let error = open_to_append(&pipe).expect_err("it is no file");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        let new = folder.path().join("new");
        for _ in 0..2 {
            let mut file = open_to_append(&new).expect("the disk has room");
            file.write_all(b"line\n").expect("the disk has room");
        }
        assert_eq!(fs::read(&new).expect("the file"), b"line\nline\n");
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

    #[test]
    fn only_regular_files_within_the_bound_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("text");
        fs::write(&path, "12345").expect("the disk has room");
        assert_eq!(read_regular_file(&path, 5).expect("five bytes"), b"12345");
        let error = read_regular_file(&path, 4).expect_err("one byte more than allowed");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        let error = read_regular_file(folder.path(), 5).expect_err("a folder");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        fs::write(&path, [0xff, 0xfe]).expect("the disk has room");
        let error = read_text_file(&path).expect_err("no text");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_refused() {
        let error = read_regular_file(Path::new("/dev/zero"), 5).expect_err("a device");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
}
