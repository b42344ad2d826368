//! OBF, one position a line: 64 signs, the side to move, `;`, then moves with their scores as `A2:+38;`, which are checked
//! and not kept. Lines that are empty or begin with `%` or `#` are comments.

use thiserror::Error;

use super::ggf::is_pass;
use super::position::{PictureError, Position};
use crate::board::{SQUARES, Square, SquareError};

/// A line that is no OBF line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ObfError {
    /// The position cannot be read.
    #[error("line {line}: {error}")]
    Picture {
        /// Number of the line, counted from one.
        line: usize,
        /// What is wrong with it.
        error: PictureError,
    },
    /// A move's square cannot be read.
    #[error("line {line}: {error}")]
    Square {
        /// Number of the line, counted from one.
        line: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A move without a score, or with one that no game ends with.
    #[error("line {line}: `{text}` is no move with a score from -64 to 64, such as `F5:+2`")]
    Score {
        /// Number of the line, counted from one.
        line: usize,
        /// What stands in the place of the move.
        text: String,
    },
}

fn position(line: usize, text: &str) -> Result<Position, ObfError> {
    let mut fields = text.split(';').map(str::trim);
    let position = fields
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(|error| ObfError::Picture { line, error })?;
    for field in fields.filter(|field| !field.is_empty()) {
        check_move(line, field)?;
    }
    Ok(position)
}

/// Checks that a field is a square or a pass with a score, a difference of discs for the side to move.
fn check_move(line: usize, field: &str) -> Result<(), ObfError> {
    let error = || ObfError::Score {
        line,
        text: field.to_owned(),
    };
    let (name, score) = field.split_once(':').ok_or_else(error)?;
    let score: i32 = score.trim().parse().map_err(|_| error())?;
    if score.unsigned_abs() as usize > SQUARES {
        return Err(error());
    }
    let name = name.trim();
    if !is_pass(name) {
        name.parse::<Square>()
            .map_err(|error| ObfError::Square { line, error })?;
    }
    Ok(())
}

/// Reads a file.
///
/// # Errors
/// At the first line that is neither a position nor a comment.
pub(crate) fn read(text: &str) -> Result<Vec<Position>, ObfError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['%', '#']))
        .map(|(index, line)| position(index + 1, line))
        .collect()
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::Side;

    use super::*;

    const LINE: &str =
        "-----------O-------OO------OOX----XXX--------------------------- O; C5:+2; PA:-4;";

    #[test]
    fn the_position_of_a_line_is_read() {
        let text = format!("% made by hand\n\n{LINE}\n");
        let [position] = read(&text).unwrap()[..] else {
            panic!("one position");
        };
        assert!(LINE.starts_with(&format!("{} O;", position.signs())));
        assert_eq!(position.side(), Side::White);
    }

    #[test]
    fn bad_lines_are_refused_with_their_number() {
        for (text, part) in [
            ("\nX", "line 2: a board has 64 squares, this one has 1"),
            (&LINE.replace("C5", "C9"), "line 1: `C9` is no square"),
            (
                &LINE.replace("+2", "+65"),
                "`C5:+65` is no move with a score",
            ),
            (&LINE.replace(":+2", ""), "`C5` is no move with a score"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
