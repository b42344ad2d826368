//! Reading the lines of another program, none longer than a bound.

use std::io::{self, BufRead, Read};

/// The next line with its end; none at the end of the input. A line of `max_bytes` bytes and more is dropped whole and comes
/// back empty.
///
/// # Errors
/// Reading failed.
pub(crate) fn read_line(input: &mut dyn BufRead, max_bytes: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(max_bytes).read_until(b'\n', &mut line)?;
    if line.len() as u64 == max_bytes && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(String::new()));
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}
