//! What the three forms of a position share: what their texts leave open, and why a text is refused.

use kagetsu_gomoku::board::{Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Rows, UnsupportedSize};

/// What the text of a position leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionDefaults {
    /// The rule.
    pub rule: Rule,
    /// The size of the board; a picture has its own, which must then be the same.
    pub size: Option<BoardSize>,
    /// The side to move, if it is not to be told from the stones.
    pub side: Option<Side>,
    /// From which edge the rows of moves are counted.
    pub rows: Rows,
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// A move is not a point.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// A stone cannot be put where the text wants it.
    #[error("'{word}': {source}")]
    Position {
        /// The move, the entry or the row that says where.
        word: String,
        /// Why it cannot.
        source: PositionError,
    },
    /// The picture has a size that no board has.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The picture has another size than asked for.
    #[error("the picture is {picture}, but the size asked for is {asked}")]
    OtherSize {
        /// Size of the picture.
        picture: BoardSize,
        /// Size that was asked for.
        asked: BoardSize,
    },
    /// A sign of the picture means nothing.
    #[error("'{sign}' in the row '{row}' is no sign of a picture: expected '.', 'X', 'O' or '#'")]
    Sign {
        /// The sign.
        sign: char,
        /// The row in which it stands.
        row: String,
    },
    /// Not all rows of the picture are equally long.
    #[error("the row '{row}' has {found} cells, but the first row has {expected}")]
    RowLength {
        /// The row.
        row: String,
        /// Its cells.
        found: usize,
        /// Cells of the first row.
        expected: usize,
    },
    /// An entry of a BOARD block is malformed.
    #[error("'{0}' is not an entry of a BOARD block: expected x,y,f with f 1, 2 or 3")]
    Entry(String),
    /// An entry of a BOARD block lies outside the board.
    #[error("the point of '{entry}' is not on the {size} board")]
    OffBoard {
        /// The entry.
        entry: String,
        /// The board.
        size: BoardSize,
    },
    /// A BOARD block does not end.
    #[error("the BOARD block does not end with DONE")]
    NoDone,
    /// A BOARD block is followed by something.
    #[error("unexpected '{0}' after DONE")]
    AfterDone(String),
}

const DEFAULT_SIDE: usize = 15;

pub(crate) fn empty_board(defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let size = match defaults.size {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    Ok(Position::new(size, defaults.rule))
}

/// Adds to an error of the position the word that is at fault.
pub(crate) fn at(word: &str) -> impl Fn(PositionError) -> PositionTextError + '_ {
    |source| PositionTextError::Position {
        word: word.to_string(),
        source,
    }
}
