//! Positions as pictures: a row of signs for each row of the board.

use kagetsu_gomoku::board::{Diagram, Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::position_input::{PositionDefaults, PositionTextError, at};

/// Moves always contain digits without a sign of a cell between them.
pub(crate) fn is_picture(text: &str) -> bool {
    let stones_only = |letter: char| letter.is_whitespace() || "xXoO".contains(letter);
    text.contains([Diagram::EMPTY, Diagram::BLOCKED])
        || (!text.trim().is_empty() && text.chars().all(stones_only))
}

/// One row of a picture as its cells, `None` for lines that hold no cells.
fn picture_row(line: &str) -> Option<Vec<char>> {
    let cells: Vec<char> = line
        .trim_matches(|letter: char| letter.is_whitespace() || letter.is_ascii_digit())
        .chars()
        .collect();
    let cells: Vec<char> = cells
        .into_iter()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let is_column_letters = cells
        .first()
        .is_some_and(|letter| letter.eq_ignore_ascii_case(&'a'))
        && cells.is_sorted_by(|left, right| left < right)
        && cells.iter().all(char::is_ascii_alphabetic);
    (!cells.is_empty() && !is_column_letters).then_some(cells)
}

/// Reads a picture.
pub(crate) fn parse(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let rows: Vec<(&str, Vec<char>)> = text
        .lines()
        .filter_map(|line| picture_row(line).map(|row| (line.trim(), row)))
        .collect();
    let width = rows.first().map_or(0, |(_, row)| row.len());
    for (line, row) in &rows {
        if row.len() != width {
            return Err(PositionTextError::RowLength {
                row: (*line).to_string(),
                found: row.len(),
                expected: width,
            });
        }
    }
    let picture = BoardSize::new(width, rows.len())?;
    if let Some(asked) = defaults.size
        && asked != picture
    {
        return Err(PositionTextError::OtherSize { picture, asked });
    }
    let mut position = Position::new(picture, defaults.rule);
    let mut lead = 0_i32;
    for (y, (line, row)) in rows.iter().enumerate() {
        for (x, &sign) in row.iter().enumerate() {
            match sign.to_ascii_uppercase() {
                Diagram::BLACK => {
                    position
                        .place(Point::at(x, y), Side::Black)
                        .map_err(at(line))?;
                    lead += 1;
                }
                Diagram::WHITE => {
                    position
                        .place(Point::at(x, y), Side::White)
                        .map_err(at(line))?;
                    lead -= 1;
                }
                Diagram::BLOCKED => position.block(Point::at(x, y)).map_err(at(line))?,
                Diagram::EMPTY | Diagram::MARK => {}
                _ => {
                    return Err(PositionTextError::Sign {
                        sign,
                        row: (*line).to_string(),
                    });
                }
            }
        }
    }
    position.set_side_to_move(if lead > 0 { Side::White } else { Side::Black });
    Ok(position)
}
