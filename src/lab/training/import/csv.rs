//! The form `csv`: a line for each sample, the moves to its position, the move that was played and the result.

use std::io::{BufRead, Read};

use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::file::without_mark;

use super::error::{ImportError, SampleFault, sample_error};
use super::record::{Kind, Record, result};

/// Most bytes of a line: every sample on the largest board is shorter.
const MOST_LINE_BYTES: u64 = 4096;
/// Most characters of a wrong line that an error quotes.
const QUOTED: usize = 40;

/// Reads the next sample; blank lines are left out, and a byte order mark before the first. `None` at the end.
///
/// # Errors
/// [`ImportError`] when reading fails, or the sample of this number, from one, is wrong.
pub(super) fn read(
    input: &mut impl BufRead,
    kind: Kind,
    number: u64,
) -> Result<Option<Record>, ImportError> {
    let mut line = Vec::new();
    loop {
        line.clear();
        input
            .by_ref()
            .take(MOST_LINE_BYTES)
            .read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 == MOST_LINE_BYTES {
            let fault = SampleFault::new("the line is longer than any sample");
            return Err(sample_error(number)(fault));
        }
        let text = String::from_utf8_lossy(&line);
        let is_first = number == 1;
        let text: &str = if is_first { without_mark(&text) } else { &text };
        let text = text.trim();
        if !text.is_empty() {
            return parse(text, kind).map(Some).map_err(sample_error(number));
        }
    }
}

fn parse(line: &str, kind: Kind) -> Result<Record, SampleFault> {
    let no_sample = || {
        let text: String = line.escape_debug().take(QUOTED).collect();
        SampleFault::new(format!(
            "'{text}' is not position,move,result such as h8i9,j10,2"
        ))
    };
    let fields: Vec<&str> = line.split(',').collect();
    let [position, played, outcome] = fields[..] else {
        return Err(no_sample());
    };
    let outcome = outcome.parse().map_err(|_| no_sample())?;
    let position = Rows::FromTop.parse_moves(position, kind.size)?;
    Ok(Record {
        kind,
        result: result(outcome, position.len())?,
        position,
        moves: vec![Rows::FromTop.parse(played, kind.size)?],
    })
}
