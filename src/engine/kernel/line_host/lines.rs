//! Splits a stream of bytes into lines with bounded memory.

/// Largest number of bytes of a line that are kept. The rest of a longer line is discarded.
pub const MAX_LINE: usize = 64 << 10;

/// A line without its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputLine<'a> {
    /// The bytes that were kept.
    pub bytes: &'a [u8],
    /// True if the line was longer than what was kept.
    pub is_cut: bool,
}

/// Collects bytes until a line is complete. LF, CR and CR LF all end a line. Bytes after the last terminator wait for
/// theirs, or for [`LineSplitter::finish`].
#[derive(Clone, Debug, Default)]
pub struct LineSplitter {
    kept: Vec<u8>,
    is_cut: bool,
    after_cr: bool,
}

impl LineSplitter {
    /// A splitter at the start of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes, and passes every line that they complete to `take`.
    ///
    /// ```
    /// use kagetsu_kernel::line_host::LineSplitter;
    /// let mut lines = Vec::new();
    /// LineSplitter::new().feed(b"START 15\r\nBEGIN\rEND\nABO", |line| lines.push(line.bytes.to_vec()));
    /// assert_eq!(lines, [b"START 15".to_vec(), b"BEGIN".to_vec(), b"END".to_vec()]);
    /// ```
    pub fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(InputLine<'_>)) {
        for &byte in bytes {
            let ends_cr_lf = self.after_cr && byte == b'\n';
            self.after_cr = byte == b'\r';
            if ends_cr_lf {
                continue;
            }
            if matches!(byte, b'\n' | b'\r') {
                self.complete(&mut take);
            } else if self.kept.len() < MAX_LINE {
                self.kept.push(byte);
            } else {
                self.is_cut = true;
            }
        }
    }

    /// What was kept of the bytes after the last terminator.
    pub fn unfinished(&self) -> &[u8] {
        &self.kept
    }

    /// Passes the bytes after the last terminator to `take`, if there are any: the stream has ended.
    pub fn finish(&mut self, take: impl FnOnce(InputLine<'_>)) {
        if !self.kept.is_empty() {
            self.complete(take);
        }
    }

    fn complete(&mut self, take: impl FnOnce(InputLine<'_>)) {
        take(InputLine {
            bytes: &self.kept,
            is_cut: self.is_cut,
        });
        self.kept.clear();
        self.is_cut = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(pieces: &[&[u8]]) -> Vec<(usize, bool)> {
        let mut splitter = LineSplitter::new();
        let mut lines = Vec::new();
        for piece in pieces {
            splitter.feed(piece, |line| lines.push((line.bytes.len(), line.is_cut)));
        }
        lines
    }

    #[test]
    fn a_terminator_may_be_torn_between_two_reads() {
        assert_eq!(
            split(&[b"ab\r", b"\ncd", b"\n\n"]),
            [(2, false), (2, false), (0, false)]
        );
        assert_eq!(split(&[b"\r\r\n\n"]), [(0, false); 3]);
    }

    #[test]
    fn what_has_no_terminator_comes_last_if_it_is_asked_for() {
        let mut splitter = LineSplitter::new();
        splitter.feed(b"one\ntwo", |line| assert_eq!(line.bytes, b"one"));
        assert_eq!(splitter.unfinished(), b"two");
        let mut rest = Vec::new();
        splitter.finish(|line| rest = line.bytes.to_vec());
        assert_eq!(rest, b"two");
        splitter.finish(|line| panic!("{line:?} is given twice"));
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let long = vec![b'x'; MAX_LINE * 3];
        assert_eq!(split(&[&long, b"\nEND\n"]), [(MAX_LINE, true), (3, false)]);
    }
}
