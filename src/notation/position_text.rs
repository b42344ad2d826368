//! Positions as text, in three formats that are recognised by their text.
//!
//! - Moves: `h8i9j10`, a letter for the column from the left and the row number from one at the top; Black and White
//!   take turns.
//! - A picture: a row of signs for each row of the board, `.` empty, `X` black, `O` white, `#` a blocked cell.
//!   Spaces, row numbers and a line of column letters are ignored, so the pictures of
//!   [`Diagram`] can be read back. Black is to move if it has no more stones than White.
//! - A BOARD block of the Gomocup protocol: `BOARD`, entries `x,y,f` with f 1 own stone, 2 opponent's stone,
//!   3 blocked, then `DONE`. The own side is to move.

use kagetsu_gomoku::board::{Diagram, Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{
    BoardSize, ParsePointError, Point, UnsupportedSize, parse_moves as parse_points,
};

/// The properties of a position that its text does not state.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionDefaults {
    /// The rule.
    pub rule: Rule,
    /// The size of the board. A picture has its own size, which must be the same.
    pub size: Option<BoardSize>,
    /// The side to move. `None` to derive it from the stones.
    pub side: Option<Side>,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// A move is not a point.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// A stone cannot be placed on its point.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The size of the picture is not supported.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The picture does not have the size that was asked for.
    #[error("the picture is {picture}, but the size asked for is {asked}")]
    OtherSize {
        /// Size of the picture.
        picture: BoardSize,
        /// Size that was asked for.
        asked: BoardSize,
    },
    /// A sign of the picture is unknown.
    #[error("'{sign}' in the row '{row}' is no sign of a picture: expected '.', 'X', 'O' or '#'")]
    Sign {
        /// The sign.
        sign: char,
        /// The row with the sign.
        row: String,
    },
    /// The rows of the picture have different lengths.
    #[error("the row '{row}' has {found} cells, but the first row has {expected}")]
    RowLength {
        /// The row.
        row: String,
        /// Number of its cells.
        found: usize,
        /// Number of cells of the first row.
        expected: usize,
    },
    /// An entry of a BOARD block is malformed.
    #[error("'{0}' is not an entry of a BOARD block: expected x,y,f with f 1, 2 or 3")]
    Entry(String),
    /// A BOARD block has no end.
    #[error("the BOARD block does not end with DONE")]
    NoDone,
    /// There is text after a BOARD block.
    #[error("unexpected '{0}' after DONE")]
    AfterDone(String),
}

const DEFAULT_SIDE: usize = 15;

/// Reads a position in any of the three formats.
///
/// ```
/// use kagetsu_notation::position_text::{PositionDefaults, parse_position};
/// let defaults = PositionDefaults::default();
/// let moves = parse_position("h8i9j10", defaults)?;
/// let block = parse_position("BOARD 7,7,2 8,8,1 9,9,2 DONE", defaults)?;
/// assert_eq!(moves, block);
/// # Ok::<(), kagetsu_notation::position_text::PositionTextError>(())
/// ```
///
/// # Errors
/// [`PositionTextError`] with the part that is wrong.
pub fn parse_position(
    text: &str,
    defaults: PositionDefaults,
) -> Result<Position, PositionTextError> {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let mut position =
        if first_word.eq_ignore_ascii_case("BOARD") || first_word.matches(',').count() == 2 {
            parse_block(text, defaults)
        } else if is_picture(text) {
            parse_picture(text, defaults)
        } else {
            parse_moves(text, defaults)
        }?;
    if let Some(side) = defaults.side {
        position.set_side_to_move(side);
    }
    Ok(position)
}

fn empty_board(defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let size = match defaults.size {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    Ok(Position::new(size, defaults.rule))
}

/// True if the text is a picture, not a list of moves.
fn is_picture(text: &str) -> bool {
    let stones_only = |letter: char| letter.is_whitespace() || "xXoO".contains(letter);
    text.contains([Diagram::EMPTY, Diagram::BLOCKED])
        || (!text.trim().is_empty() && text.chars().all(stones_only))
}

fn parse_moves(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let mut position = empty_board(defaults)?;
    for point in parse_points(text)? {
        position.play(point)?;
    }
    Ok(position)
}

/// The cells of one row of a picture. `None` for lines without cells.
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

fn parse_picture(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
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
                    position.place(Point::at(x, y), Side::Black)?;
                    lead += 1;
                }
                Diagram::WHITE => {
                    position.place(Point::at(x, y), Side::White)?;
                    lead -= 1;
                }
                Diagram::BLOCKED => position.block(Point::at(x, y))?,
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellOwner {
    Own,
    Opponent,
    Nobody,
}

fn parse_entry(word: &str) -> Result<(Point, CellOwner), PositionTextError> {
    let bad = || PositionTextError::Entry(word.to_string());
    let (point, owner) = word.rsplit_once(',').ok_or_else(bad)?;
    let owner = match owner {
        "1" => CellOwner::Own,
        "2" => CellOwner::Opponent,
        "3" => CellOwner::Nobody,
        _ => return Err(bad()),
    };
    Ok((point.parse().map_err(|_| bad())?, owner))
}

fn parse_block(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.eq_ignore_ascii_case("BOARD"));
    let mut entries = Vec::new();
    loop {
        let word = words.next().ok_or(PositionTextError::NoDone)?;
        if word.eq_ignore_ascii_case("DONE") {
            break;
        }
        entries.push(parse_entry(word)?);
    }
    if let Some(word) = words.next() {
        return Err(PositionTextError::AfterDone(word.to_string()));
    }
    let own = defaults.side.unwrap_or_else(|| own_side(&entries));
    let mut position = empty_board(defaults)?;
    for (point, owner) in entries {
        match owner {
            CellOwner::Own => position.place(point, own)?,
            CellOwner::Opponent => position.place(point, own.opponent())?,
            CellOwner::Nobody => position.block(point)?,
        }
    }
    position.set_side_to_move(own);
    Ok(position)
}

/// The side of the own stones. It follows from the numbers of stones, or from the first stone if these are impossible
/// in a game.
fn own_side(entries: &[(Point, CellOwner)]) -> Side {
    let count = |wanted| {
        entries
            .iter()
            .filter(|&&(_, owner)| owner == wanted)
            .count()
    };
    let (own, opponent) = (count(CellOwner::Own), count(CellOwner::Opponent));
    let first = entries
        .iter()
        .find(|&&(_, owner)| owner != CellOwner::Nobody);
    let moved_first = match first {
        _ if own == opponent => true,
        _ if own + 1 == opponent => false,
        Some(&(_, owner)) => owner == CellOwner::Own,
        None => true,
    };
    if moved_first {
        Side::Black
    } else {
        Side::White
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use proptest::prelude::{Strategy, any, prop, prop_assert_eq, proptest};

    use super::*;

    fn read(text: &str) -> Result<Position, PositionTextError> {
        parse_position(text, PositionDefaults::default())
    }

    fn complaint(text: &str) -> String {
        read(text).expect_err(text).to_string()
    }

    /// A board with distinct points in random order.
    fn points() -> impl Strategy<Value = (BoardSize, Vec<Point>)> {
        let range = BoardSize::MIN..=BoardSize::MAX;
        let cells = prop::collection::vec((0..22_usize, 0..22_usize), 0..40);
        (range.clone(), range, cells).prop_map(|(width, height, cells)| {
            let size = BoardSize::new(width, height).expect("both sides are in range");
            let mut seen = BTreeSet::new();
            let points = cells
                .into_iter()
                .map(|(x, y)| Point::at(x % width, y % height))
                .filter(|&point| seen.insert(point))
                .collect();
            (size, points)
        })
    }

    fn stones_in_order(position: &Position) -> BTreeSet<(Point, usize)> {
        position
            .stones()
            .iter()
            .map(|&(point, side)| (point, side.index()))
            .collect()
    }

    proptest! {
        #[test]
        fn moves_round_trip((size, points) in points(), spaced in any::<bool>()) {
            let words: Vec<String> = points.iter().map(ToString::to_string).collect();
            let text = words.join(if spaced { " " } else { "" });
            let defaults = PositionDefaults { size: Some(size), ..PositionDefaults::default() };
            let mut expected = Position::new(size, Rule::Freestyle);
            for point in points {
                expected.play(point).expect("the points are distinct");
            }
            prop_assert_eq!(parse_position(&text, defaults), Ok(expected));
        }

        #[test]
        fn pictures_round_trip((size, points) in points(), blocked in 0..4_usize) {
            let mut position = Position::new(size, Rule::Freestyle);
            for (index, point) in points.into_iter().enumerate() {
                if index < blocked {
                    position.block(point).expect("the points are distinct");
                } else {
                    position.play(point).expect("the points are distinct");
                }
            }
            let text = Diagram::new(&position).to_string();
            let again = read(&text).expect("a diagram is a picture");
            prop_assert_eq!(stones_in_order(&again), stones_in_order(&position));
            prop_assert_eq!(again.blocked().len(), position.blocked().len());
            prop_assert_eq!(again.side_to_move(), position.side_to_move());
            prop_assert_eq!(Diagram::new(&again).to_string(), text);
        }

        #[test]
        fn board_blocks_round_trip((size, points) in points(), one_line in any::<bool>()) {
            let mut expected = Position::new(size, Rule::Freestyle);
            for point in points {
                expected.play(point).expect("the points are distinct");
            }
            let gap = if one_line { ' ' } else { '\n' };
            let mut text = format!("board{gap}");
            for (point, side) in expected.stones() {
                let owner = if *side == expected.side_to_move() { 1 } else { 2 };
                write!(text, "{},{},{owner}{gap}", point.x(), point.y()).expect("strings take all text");
            }
            text.push_str("Done");
            let defaults = PositionDefaults { size: Some(size), ..PositionDefaults::default() };
            prop_assert_eq!(parse_position(&text, defaults), Ok(expected));
        }

        #[test]
        fn no_text_is_fatal(text in "(?s).{0,80}", near in "[a-pXO.#0-9,\\- \n]{0,60}") {
            let _ = read(&text);
            let _ = read(&near);
            let _ = read(&format!("BOARD {near}"));
        }
    }

    #[test]
    fn nothing_is_the_empty_board() {
        let position = read(" \n").expect("an empty board");
        assert_eq!(
            position,
            Position::new(
                BoardSize::square(15).expect("a legal size"),
                Rule::Freestyle
            )
        );
    }

    #[test]
    fn the_side_to_move_can_be_given() {
        for text in ["h8", "BOARD 7,7,2 DONE"] {
            assert_eq!(
                read(text).map(|position| position.side_to_move()),
                Ok(Side::White)
            );
            let defaults = PositionDefaults {
                side: Some(Side::Black),
                ..PositionDefaults::default()
            };
            let position = parse_position(text, defaults).expect("a position");
            assert_eq!(position.side_to_move(), Side::Black);
        }
    }

    #[test]
    fn the_own_side_of_uneven_blocks_is_told_from_the_first_stone() {
        for (text, own) in [
            ("BOARD 0,0,3 7,7,1 7,8,1 7,9,1 DONE", Side::Black),
            ("7,7,2 7,8,2 7,9,2 DONE", Side::White),
            ("7,7,2 7,8,1 DONE", Side::Black),
            ("BOARD DONE", Side::Black),
        ] {
            assert_eq!(
                read(text).map(|position| position.side_to_move()),
                Ok(own),
                "{text}"
            );
        }
    }

    #[test]
    fn pictures_without_empty_points_and_with_other_labels_are_read() {
        let full = "xoxox\noxoxo\nxoxox\noxoxo\nxoxox";
        assert_eq!(read(full).map(|position| position.stones().len()), Ok(25));
        let labelled =
            "   A B C D E\n 5 . . . . .  5\n4 .x..O\n3 .....\n2 #.*..\n1 .....\n   1 2 3 4 5";
        let position = read(labelled).expect("a picture");
        assert_eq!(
            position.stones(),
            [
                (Point::at(1, 1), Side::Black),
                (Point::at(4, 1), Side::White)
            ]
        );
        assert_eq!(position.blocked(), [Point::at(0, 3)]);
    }

    #[test]
    fn bad_texts_are_refused_and_quoted() {
        for (text, expected) in [
            ("h8z", "'z' is not a point"),
            ("h8h99", "'h99' is not a point"),
            ("h8 é8", "'é8' is not a point"),
            ("8h", "'8' is not a point"),
            ("h8h8", "h8 is not empty"),
            ("h16", "h16 is not on the 15x15 board"),
            (
                ".....\n....\n.....\n.....\n.....",
                "the row '....' has 4 cells",
            ),
            (
                ".....\n..z..\n.....\n.....\n.....",
                "'z' in the row '..z..'",
            ),
            ("....\n....\n....\n....", "board size 4x4"),
            ("BOARD 7,7,1", "does not end with DONE"),
            ("BOARD 7,7,4 DONE", "'7,7,4' is not an entry"),
            ("BOARD 7,7,1 7,8 DONE", "'7,8' is not an entry"),
            ("BOARD 7,7,1 DONE h8", "unexpected 'h8' after DONE"),
            ("BOARD 15,0,1 DONE", "p1 is not on the 15x15 board"),
        ] {
            assert!(
                complaint(text).contains(expected),
                "{text}: {}",
                complaint(text)
            );
        }
        let defaults = PositionDefaults {
            size: BoardSize::square(6).ok(),
            ..PositionDefaults::default()
        };
        let picture = ".....\n".repeat(5);
        let error = parse_position(&picture, defaults)
            .expect_err("another size")
            .to_string();
        assert_eq!(error, "the picture is 5x5, but the size asked for is 6x6");
    }
}
