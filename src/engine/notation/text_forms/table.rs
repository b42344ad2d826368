//! Rows of a table of problems: a name, the side to move, Black's stones and White's, separated by tabs. Further columns
//! are ignored. Such tables count rows from the bottom, as printed diagrams do.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::Rows;

use crate::read_options::ReadOptions;

use super::error::{PositionTextError, at};

/// Columns that are read.
const COLUMNS: usize = 4;

/// Has the line a side in the second column, or the columns of a table and no move there, as no list of moves has?
pub(crate) fn is_row(line: &str) -> bool {
    let Some(second) = line.split('\t').nth(1) else {
        return false;
    };
    // Every move has a number.
    let is_move = second.contains(|sign: char| sign.is_ascii_digit());
    second.trim().parse::<Side>().is_ok() || columns_of(line) >= COLUMNS && !is_move
}

fn columns_of(line: &str) -> usize {
    line.matches('\t').count() + 1
}

/// Reads a row: its name and its position.
pub(crate) fn parse(
    line: &str,
    options: ReadOptions,
) -> Result<(String, Position), PositionTextError> {
    if columns_of(line) < COLUMNS {
        return Err(PositionTextError::Columns(columns_of(line)));
    }
    let mut columns = [""; COLUMNS];
    for (column, text) in columns.iter_mut().zip(line.split('\t')) {
        *column = text.trim();
    }
    let [name, turn, black, white] = columns;
    let mut position = options.empty_board();
    let size = position.size();
    for (stones, of) in [(black, Side::Black), (white, Side::White)] {
        for word in stones.split_whitespace() {
            let point = Rows::FromBottom.parse(word, size)?;
            position.place(point, of).map_err(at(word))?;
        }
    }
    position.set_side_to_move(options.side.map_or_else(|| turn.parse(), Ok)?);
    Ok((name.to_string(), position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_name_a_side_and_stones() {
        let row = "no. 1\twhite\tH8 I8\tA1\tmore";
        assert!(is_row(row) && !is_row("1 H8\t2 I9") && !is_row("h8\ti9\tj10\tk11"));
        let (name, position) = parse(row, ReadOptions::default()).expect("a row");
        assert_eq!(
            (name.as_str(), position.side_to_move()),
            ("no. 1", Side::White)
        );
        assert_eq!(position.stones().len(), 3);
        for (row, expected) in [
            ("9.39\tblack\tH8 H9", "3 columns"),
            ("9.39\twhite", "2 columns"),
            ("1\tgreen\tH8\t", "'green'"),
            ("1\tblack\tH99\t", "'H99' is not a point"),
            ("1\tblack\tH8\tH8", "'H8': the point is not empty"),
        ] {
            assert!(is_row(row), "{row}");
            let error = parse(row, ReadOptions::default())
                .expect_err(row)
                .to_string();
            assert!(error.contains(expected), "{row}: {error}");
        }
    }
}
