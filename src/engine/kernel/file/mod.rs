//! Files as every command reads and writes them: nothing but regular files is read, and up to a bound; a written file
//! takes the place of an old one only when it is complete.

mod binary;
mod identity;
mod new_file;
mod output;
mod part;
#[cfg(unix)]
mod pipe;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

pub use binary::{binary_kind, refuse_binary};
pub(crate) use identity::names;
pub use identity::require_outer_folder;
pub use new_file::{NewFile, write_whole};
pub use output::{OutputError, OutputFile, Outputs, Overwrite};
pub use part::{PART_SUFFIX, PartFile};

/// Most bytes of a text file that is read whole, such as a list of positions or of openings.
pub const MAX_TEXT_BYTES: u64 = 256 << 20;

/// Most bytes of a journal: a line for each game of a tournament that took weeks.
pub const MAX_JOURNAL_BYTES: u64 = 8 << 30;

/// The number with which Windows refuses to write to a pipe that nobody holds any more, where it does not say that it is
/// broken.
const PIPE_NOT_CONNECTED: i32 = 233;

/// Has whoever reads an output closed it? That ends the work and is no failure.
pub fn is_closed_by_reader(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || (cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED))
}

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

/// As [`read_regular_file`], for UTF-8 text of at most [`MAX_TEXT_BYTES`] bytes, without the byte order mark that some editors
/// put in front of it.
///
/// # Errors
/// As [`read_regular_file`], and [`io::ErrorKind::InvalidData`] when the bytes are no UTF-8 text; it says what the file
/// is, if that is known.
pub fn read_text_file(path: &Path) -> io::Result<String> {
    let mut text = text_of(read_regular_file(path, MAX_TEXT_BYTES)?)?;
    let mark = text.len() - without_mark(&text).len();
    text.drain(..mark);
    Ok(text)
}

/// A text without the byte order mark that some editors put in front of it.
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// As [`read_text_file`], for a text of at most `max_bytes` bytes to which lines are appended. A byte order mark stays, so that
/// whoever goes on with a file can count its bytes. A letter that breaks off at the end, where the disk was full, is left out.
///
/// # Errors
/// As [`read_text_file`].
pub fn read_long_text_file(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut bytes = read_regular_file(path, max_bytes)?;
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    refuse_binary(&bytes)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8 text"))
}

/// Opens a file to append text to it, and makes it where it is missing. A pipe or a device is refused before it is opened: a
/// pipe that nobody reads blocks its writer.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] when the path names no regular file, [`io::ErrorKind::InvalidData`] when it names a file of
/// a known kind that is no text, such as a database, and every error of the system.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    match require_regular_file(path) {
        Ok(()) => {
            let mut start = Vec::new();
            File::open(path)?
                .take(binary::PROBE_BYTES as u64)
                .read_to_end(&mut start)?;
            refuse_binary(&start)?;
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    match OpenOptions::new().append(true).create(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            require_outer_folder(path).and(Err(error))
        }
        opened => opened,
    }
}

/// Cuts a file to its first bytes. A file that is open to append to cannot be cut by that handle on Windows.
///
/// # Errors
/// As the system.
pub fn cut(path: &Path, bytes: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(bytes)
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::ShowPath as _;

    #[test]
    fn no_text_is_appended_to_a_database() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("positions.kdb");
        fs::write(&file, b"redb\x1a\x0a\xa9\x0d\x0a\0\0").expect("the disk has room");
        let error = open_to_append(&file).expect_err("it is no text");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let missing = folder.path().join("none");
        let error = open_to_append(&missing.join("log")).expect_err("there is no folder");
        let said = format!("there is no folder '{}'", missing.shown());
        assert_eq!(error.to_string(), said);
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
        fs::write(&path, "\u{feff}text").expect("the disk has room");
        assert_eq!(read_text_file(&path).expect("a text"), "text");
    }

    #[test]
    fn a_letter_that_breaks_off_ends_a_text_to_which_lines_are_appended() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lines");
        let text = "one\n\u{68cb}";
        fs::write(&path, &text.as_bytes()[..text.len() - 1]).expect("the disk has room");
        assert_eq!(read_long_text_file(&path, 9).expect("a text"), "one\n");
        let error = read_text_file(&path).expect_err("a text that is whole");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        fs::write(&path, b"\xe6\none\n").expect("the disk has room");
        let error = read_long_text_file(&path, 9).expect_err("no text");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_refused() {
        let error = read_regular_file(Path::new("/dev/zero"), 5).expect_err("a device");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
}
