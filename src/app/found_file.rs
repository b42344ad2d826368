//! The file of what a command finds. What was found is kept, whatever has ended the work; where nothing was, an older file
//! stays.

use std::io::{self, Write};

use kagetsu_kernel::file::{OutputError, OutputFile};

use super::error::CommandError;

/// The file, and whether something was written into it.
#[derive(Debug)]
pub(super) struct FoundFile {
    file: OutputFile,
    is_empty: bool,
}

impl FoundFile {
    /// Nothing is found yet.
    pub(super) fn new(file: OutputFile) -> Self {
        let is_empty = true;
        Self { file, is_empty }
    }

    /// Puts it in its place if the work is complete or something was found.
    pub(super) fn finish(self, is_complete: bool) -> Result<(), OutputError> {
        if is_complete || !self.is_empty {
            self.file.finish()
        } else {
            Ok(())
        }
    }
}

impl Write for FoundFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Lets `work` write what it finds to the file, if there is one, or to `out`.
pub(super) fn write_found<T>(
    file: Option<OutputFile>,
    out: &mut dyn Write,
    work: impl FnOnce(&mut dyn Write) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let Some(file) = file else {
        return work(out);
    };
    let mut file = FoundFile::new(file);
    let done = work(&mut file);
    file.finish(done.is_ok())?;
    done
}
