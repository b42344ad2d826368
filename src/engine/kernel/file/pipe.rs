//! Named pipes that are written to. Opened as it is, a pipe that nobody reads blocks its writer for ever.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Time between two looks for a reader.
const TICK: Duration = Duration::from_millis(50);
/// Looks for a reader, which may have been started at the same time as this process: five seconds.
const LOOKS: u32 = 100;

/// Opens a pipe to write to it, as soon as somebody reads it.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] when nobody does after some seconds, and every error of the system.
pub(super) fn open_pipe(path: &Path) -> io::Result<File> {
    open_within(path, LOOKS)
}

fn open_within(path: &Path, looks: u32) -> io::Result<File> {
    for _ in 1..looks {
        if let Some(pipe) = open_if_read(path)? {
            return Ok(pipe);
        }
        thread::sleep(TICK);
    }
    open_if_read(path)?
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "nobody reads the pipe"))
}

/// `None` if nobody reads it.
fn open_if_read(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.write(true).custom_flags(libc::O_NONBLOCK);
    // It stays open until the second one is, or the reader would find an end.
    let _first = match options.open(path) {
        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => return Ok(None),
        opened => opened?,
    };
    // The second one waits for a reader that is slow, as the first would not. It opens at once, because there is a reader.
    OpenOptions::new().write(true).open(path).map(Some)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::process::Command;

    use super::super::write_whole;
    use super::*;

    /// More than a pipe has room for.
    const LENGTH: usize = 1 << 20;

    #[test]
    fn a_pipe_is_written_whole_to_its_reader_and_refused_without_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo starts").success());
        // Opened as it is, the pipe would block this thread for ever.
        let error = open_within(&path, 2).expect_err("nobody reads");
        assert!(
            error.kind() == io::ErrorKind::InvalidInput && error.to_string().contains("nobody"),
            "{error}"
        );
        // A reader that comes meanwhile, and that reads slowly, gets everything.
        let reader = thread::spawn({
            let path = path.clone();
            move || {
                let mut text = Vec::new();
                File::open(path).and_then(|mut pipe| {
                    let mut first = [0; 1];
                    pipe.read_exact(&mut first)?;
                    thread::sleep(TICK);
                    pipe.read_to_end(&mut text)
                })
            }
        });
        let bytes = vec![7; LENGTH];
        write_whole(&path, |out| out.write_all(&bytes)).expect("somebody reads");
        let read = reader.join().expect("it does not panic");
        assert_eq!(read.expect("the pipe"), LENGTH - 1);
        assert!(!fs::metadata(&path).expect("it is there").is_file());
    }
}
