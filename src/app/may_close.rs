//! An output whose reader may go: `analyse games.sgf --html page.html | head` still writes the page.

use std::io::{self, Write};

use kagetsu_siblings::command::Fault;

/// Passes on what is written as long as somebody reads it. After that the work goes on for the sake of its files.
pub(crate) struct MayClose<'a>(Option<&'a mut dyn Write>);

impl<'a> MayClose<'a> {
    /// For an output.
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self(Some(out))
    }

    /// Does something with the output, if it is still read; otherwise gives `unread`.
    fn pass<T>(
        &mut self,
        unread: T,
        with: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        let Some(out) = &mut self.0 else {
            return Ok(unread);
        };
        match with(out) {
            Err(error) if Fault::of_output(&error) == Fault::Closed => {
                self.0 = None;
                Ok(unread)
            }
            passed => passed,
        }
    }
}

impl Write for MayClose<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pass(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass((), |out| out.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes so many bytes, and is closed then.
    struct Pipe(Vec<u8>, usize);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.len() == self.1 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let room = self.1 - self.0.len();
            let part = &bytes[..bytes.len().min(room)];
            self.0.write(part)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_nobody_reads_is_no_error_and_other_faults_are() {
        let mut pipe = Pipe(Vec::new(), 7);
        let mut out = MayClose::new(&mut pipe);
        for line in ["first", "second", "third"] {
            writeln!(out, "{line}").expect("nobody needs to read it");
        }
        out.flush().expect("nobody needs to read it");
        assert_eq!(pipe.0, b"first\ns");
        let mut room = [0; 2];
        let mut full = room.as_mut_slice();
        assert!(MayClose::new(&mut full).write_all(b"more").is_err());
    }
}
