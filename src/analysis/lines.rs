//! Lines of an input with bounded memory. It knows nothing of what stands in them.

use std::io::{self, BufRead, Read};

/// What some programs write before a text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Longest line in bytes.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    /// Its bytes without a byte order mark and without white space at the ends.
    Bytes(Vec<u8>),
    /// It was longer than [`MAX_LINE`] and has been left out.
    TooLong,
}

/// The next line. `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
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
    let line = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    Ok(Some(InputLine::Bytes(line.trim_ascii().to_vec())))
}

/// What `read` makes of each line that is not blank, with the number of the line from one. The first error is the last item.
pub(crate) fn read_each<T, E: From<io::Error>>(
    mut input: impl BufRead,
    mut read: impl FnMut(usize, InputLine) -> Result<T, E>,
) -> impl Iterator<Item = (usize, Result<T, E>)> {
    let lines = std::iter::from_fn(move || next_line(&mut input).transpose());
    let is_blank = |line: &io::Result<InputLine>| matches!(line, Ok(InputLine::Bytes(bytes)) if bytes.is_empty());
    let filled = (1..).zip(lines).filter(move |(_, line)| !is_blank(line));
    let items = filled.map(move |(number, line)| {
        let item = line.map_err(E::from).and_then(|line| read(number, line));
        (number, item)
    });
    items.scan(false, |has_failed, item| {
        (!std::mem::replace(has_failed, item.1.is_err())).then_some(item)
    })
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
        let mut input = io::Cursor::new(format!("\u{feff}a\r\n{long}\n\nb"));
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("memory can be read") {
            lines.push(line);
        }
        let text = |text: &str| InputLine::Bytes(text.into());
        assert_eq!(lines, [text("a"), InputLine::TooLong, text(""), text("b")]);
    }
}
