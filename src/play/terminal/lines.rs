//! Typed lines.

use std::io::{self, BufRead, Read};

/// Longest line that is read, in bytes; the rest of a longer one is a line of its own.
const LONGEST_LINE: u64 = 4096;

/// The next line that is not empty, without blanks at its ends; nothing at the end of the input.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    loop {
        let mut bytes = Vec::new();
        let mut limited = input.by_ref().take(LONGEST_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        if !line.is_empty() {
            return Ok(Some(line));
        }
    }
}
