//! Lines of the input with bounded memory.

use std::io::{self, BufRead, Read};

/// Longest line in bytes.
pub(super) const MAX_LINE: u64 = 1 << 20;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    /// Its text without the end.
    Text(String),
    /// It was longer than [`MAX_LINE`] and has been left out.
    TooLong,
}

/// The next line. `None` at the end of the input.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if read_part(input, &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > MAX_LINE && !ends(&bytes) {
        loop {
            bytes.clear();
            if read_part(input, &mut bytes)? == 0 || ends(&bytes) {
                return Ok(Some(InputLine::TooLong));
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(InputLine::Text(text.trim().to_string())))
}

fn read_part(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    input.by_ref().take(MAX_LINE + 1).read_until(b'\n', bytes)
}

fn ends(bytes: &[u8]) -> bool {
    bytes.last() == Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_does_not_harm_the_next() {
        let long = "x".repeat(3 * MAX_LINE as usize);
        let mut input = io::Cursor::new(format!("a\r\n{long}\n\nb"));
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("memory can be read") {
            lines.push(line);
        }
        let text = |text: &str| InputLine::Text(text.to_string());
        assert_eq!(lines, [text("a"), InputLine::TooLong, text(""), text("b")]);
    }
}
