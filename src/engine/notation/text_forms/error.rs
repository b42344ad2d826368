//! Why the text of a position is refused.

use kagetsu_gomoku::board::PositionError;
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, UnsupportedSize};
use kagetsu_kernel::{ParseTextError, counted, quote};

/// Why a text is no position. Of a long part that is wrong it has the beginning, as [`quote`] gives it.
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
    /// The picture or the line names a size that no board has.
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
    /// The picture is too small for a board.
    #[error(
        "it is read as a picture of a board, but it has {} of {}: a board has {min} to {max} of both, and moves are written as h8 i9", counted(*rows, "row"), counted(*cells, "cell"), min = BoardSize::MIN, max = BoardSize::MAX
    )]
    SmallPicture {
        /// Its rows.
        rows: usize,
        /// Cells of its first row.
        cells: usize,
    },
    /// A move below a picture fits neither the stones nor the empty points of it.
    #[error(
        "move {number} below the picture is neither on the stones that are drawn, in their order, nor on an empty point"
    )]
    MovesOfPicture {
        /// Its number, from one.
        number: usize,
    },
    /// A word of the page's line means nothing.
    #[error("'{0}' does not fit into a position such as: renju 15 h8 i9 j10")]
    PageWord(String),
    /// A row of a table has too few columns.
    #[error(
        "a row of a table has four columns between tabs, name, side to move, Black's stones and White's, but this one has {0} columns"
    )]
    Columns(usize),
    /// A row of a table names no side.
    #[error(transparent)]
    Side(#[from] ParseTextError),
    /// A point is counted from the centre, as in files of openings.
    #[error(
        "'{0}' counts from the centre, as only files of openings do: moves are written as h8 i9, or as x,y from zero at the top left"
    )]
    Offset(String),
    /// There are signs, and no move.
    #[error(
        "'{0}' holds no move: expected moves such as h8 i9; a line that begins with '#', ';' or '//' is a comment, and so is what stands in braces"
    )]
    NoMove(String),
    /// Signs between moves that separate nothing, or brackets that do not match.
    #[error(
        "'{0}' does not belong there: moves are written as h8 i9, with at most one sign such as ',' or '-' between two"
    )]
    Stray(String),
    /// A comment in braces does not end.
    #[error("a comment that begins with '{{' has no '}}'")]
    OpenComment,
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
    /// The command before a BOARD block names no board.
    #[error("'{0}' names no board: expected START 15 or START 20 15")]
    Start(String),
    /// An entry of a BOARD block is malformed.
    #[error("in the BOARD block {0}")]
    Entry(String),
    /// An entry of a BOARD block lies outside the board.
    #[error("the point {point} is not on the {size} board")]
    OffBoard {
        /// The point.
        point: String,
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

/// Adds to an error of the position the word that is at fault.
pub(crate) fn at(word: &str) -> impl Fn(PositionError) -> PositionTextError + '_ {
    |source| PositionTextError::Position {
        word: quote(word),
        source,
    }
}
