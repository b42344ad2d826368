//! The check of an opening: its stones can be played one after the other, and they do not end the game.

use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Point};
use kagetsu_notation::sgf::game_name;
use kagetsu_notation::{PsqError, SgfFault};

/// Why an opening cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// A field of an offset line is not a number.
    #[error("'{0}' is not an offset: expected whole numbers dx,dy, dx,dy and so on")]
    Number(String),
    /// An offset line ends after a dx.
    #[error("there are {0} numbers, but each stone needs two")]
    HalfStone(usize),
    /// An offset leads off the board.
    #[error("the offset {dx},{dy} is off the {size} board")]
    Offset {
        /// Columns from the middle.
        dx: i32,
        /// Rows from the middle.
        dy: i32,
        /// The board.
        size: BoardSize,
    },
    /// A move of a pos line is not a point.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// A game in Piskvork's format is malformed.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// An SGF game is malformed.
    #[error(transparent)]
    Sgf(#[from] SgfFault),
    /// An SGF game of another kind, as it says itself.
    #[error(
        "the game is GM[{number}]{}, but openings are of Gomoku or Renju, GM[4]",
        game_name(number)
    )]
    OtherGame {
        /// The value of `GM`.
        number: String,
    },
    /// It begins with stones that nobody has played.
    #[error("it begins with stones on the board")]
    NotEmpty,
    /// A side passes in it.
    #[error("it holds a pass")]
    Pass,
    /// The opening was made for another board.
    #[error("the opening is for a {found} board, but the games are on {wanted}")]
    Size {
        /// Its board.
        found: BoardSize,
        /// The board of the games.
        wanted: BoardSize,
    },
    /// A stone cannot be played.
    #[error("stone {number}: {reason}")]
    Illegal {
        /// Its number, from one.
        number: usize,
        /// Why it cannot.
        reason: IllegalMove,
    },
    /// A stone of the opening wins.
    #[error(
        "stone {number} already wins for {winner}: of whole games --opening-stones takes the first stones, as --opening-stones 6"
    )]
    Won {
        /// Number of the winning stone, from one.
        number: usize,
        /// Who has won.
        winner: Side,
    },
    /// No point is left to play on.
    #[error(
        "the board is full: of whole games --opening-stones takes the first stones, as --opening-stones 6"
    )]
    Full,
}

/// Checks that the stones can be played in their order, Black first, and that the game is not over after them.
///
/// # Errors
/// [`OpeningFault::Illegal`], [`OpeningFault::Won`] or [`OpeningFault::Full`].
pub fn check_opening(points: &[Point], rule: Rule, size: BoardSize) -> Result<(), OpeningFault> {
    let mut board = Board::new(size, rule);
    for (index, &point) in points.iter().enumerate() {
        let number = index + 1;
        match board.play(point) {
            Ok(Outcome::Running) => {}
            Ok(Outcome::Win(winner)) => return Err(OpeningFault::Won { number, winner }),
            Ok(Outcome::Draw) => return Err(OpeningFault::Full),
            Err(reason) => return Err(OpeningFault::Illegal { number, reason }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn complaint(moves: &str, rule: Rule, length: usize) -> Option<String> {
        let size = BoardSize::square(length).expect("a legal size");
        let points = Rows::FromTop
            .parse_moves(moves, BoardSize::LARGEST)
            .expect("points");
        let checked = check_opening(&points, rule, size);
        checked.err().map(|fault| fault.to_string())
    }

    #[test]
    fn openings_are_judged_by_the_rule() {
        let double_three = "h8a1i8c1j9e1j10g1j8";
        let five = "h8h9i8i9j8j9k8k9l8";
        for (moves, rule, length, expected) in [
            ("", Rule::Renju, 15, None),
            ("h8i9j10", Rule::Renju, 15, None),
            (double_three, Rule::Standard, 15, None),
            (
                double_three,
                Rule::Renju,
                15,
                Some("stone 9: the point is forbidden: double three"),
            ),
            (
                five,
                Rule::Freestyle,
                15,
                Some(
                    "stone 9 already wins for black: of whole games --opening-stones takes the first stones, as --opening-stones 6",
                ),
            ),
            (
                "h8h8",
                Rule::Freestyle,
                15,
                Some("stone 2: the point is not empty"),
            ),
            (
                "h8",
                Rule::Freestyle,
                7,
                Some("stone 1: the point is not on the board"),
            ),
        ] {
            assert_eq!(
                complaint(moves, rule, length).as_deref(),
                expected,
                "{moves}"
            );
        }
    }

    #[test]
    fn a_full_board_is_no_opening() {
        let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"];
        let stones = |sign: char| {
            let cells = rows.iter().enumerate();
            let row = move |(y, row): (usize, &&str)| -> Vec<Point> {
                let hits = row.char_indices().filter(|&(_, letter)| letter == sign);
                hits.map(|(x, _)| Point::at(x, y)).collect()
            };
            cells.flat_map(row).collect::<Vec<Point>>()
        };
        let (black, white) = (stones('x'), stones('o'));
        let mut points = Vec::new();
        for (index, &point) in black.iter().enumerate() {
            points.push(point);
            points.extend(white.get(index));
        }
        let size = BoardSize::square(5).expect("a legal size");
        assert_eq!(points.len(), size.area());
        assert_eq!(
            check_opening(&points, Rule::Freestyle, size),
            Err(OpeningFault::Full)
        );
    }
}
