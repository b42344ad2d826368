//! OBF, one position a line: 64 signs, the side to move, `;`, then moves with their scores as `A2:+38;`. Lines that
//! are empty or begin with `%` or `#` are comments.

use std::fmt;

use thiserror::Error;

use super::game::Ply;
use super::ggf::is_pass;
use super::position::{PictureError, Position, sign_of};
use crate::board::{SQUARES, SquareError};

/// A position and what is known of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The position.
    pub position: Position,
    /// Moves with their scores, a difference of discs for the side to move, in the order of the file.
    pub moves: Vec<(Ply, i32)>,
}

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

impl Problem {
    fn parse(line: usize, text: &str) -> Result<Self, ObfError> {
        let mut fields = text.split(';').map(str::trim);
        let position = fields
            .next()
            .unwrap_or_default()
            .parse()
            .map_err(|error| ObfError::Picture { line, error })?;
        let moves = fields
            .filter(|field| !field.is_empty())
            .map(|field| parse_move(line, field))
            .collect::<Result<_, _>>()?;
        Ok(Self { position, moves })
    }
}

fn parse_move(line: usize, field: &str) -> Result<(Ply, i32), ObfError> {
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
    let ply = if is_pass(name) {
        Ply::Pass
    } else {
        Ply::Move(
            name.parse()
                .map_err(|error| ObfError::Square { line, error })?,
        )
    };
    Ok((ply, score))
}

/// Reads a file.
///
/// # Errors
/// At the first line that is neither a position nor a comment.
pub(crate) fn read(text: &str) -> Result<Vec<Problem>, ObfError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['%', '#']))
        .map(|(index, line)| Problem::parse(index + 1, line))
        .collect()
}

impl fmt::Display for Problem {
    /// The line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = sign_of(self.position.side());
        write!(f, "{} {side};", self.position.signs())?;
        for (ply, score) in &self.moves {
            write!(f, " {}:{score:+};", ply.to_string().to_ascii_uppercase())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "-----------O-------OO------OOX----XXX--------------------------- O; C5:+2; PA:-4;";

    #[test]
    fn a_line_is_read_and_written_the_same() {
        let text = format!("% made by hand\n\n{LINE}\n");
        let problems = read(&text).unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].to_string(), LINE);
        let scores = problems[0].moves.iter().map(|&(_, score)| score);
        assert_eq!(scores.collect::<Vec<_>>(), [2, -4]);
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
