//! The file of a dataset that is being written. It knows nothing of games.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::time::Instant;

use kagetsu_kernel::FileLock;

/// A file whose old end stays until something is written in its place: a writer that is killed before has lost nothing.
#[derive(Debug)]
pub struct DatasetFile {
    pub(super) file: File,
    /// Where the next write cuts off what is there.
    pub(super) cut: Option<u64>,
    /// When a block that was not full was written last.
    pub(super) saved: Instant,
    /// Keeps other processes from writing the same file.
    _lock: FileLock,
}

impl DatasetFile {
    /// The file to go on with at this place.
    pub(super) fn new(file: File, end: u64, lock: FileLock) -> Self {
        Self {
            file,
            cut: Some(end),
            saved: Instant::now(),
            _lock: lock,
        }
    }

    /// Cuts off what is there.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        if let Some(end) = self.cut.take() {
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
        }
        Ok(())
    }
}

impl Write for DatasetFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.cut()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
