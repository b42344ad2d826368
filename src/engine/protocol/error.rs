//! Errors of commands. Their texts are sent to the manager after `ERROR`.

use kagetsu_gomoku::board::PositionError;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::geometry::{BoardSize, UnsupportedSize};

/// A refused command. It does not change the position, except that a refused `START` leaves no board, and a `TURN` or `BOARD`
/// after which no move can be played is kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// A command came before any board was set up.
    #[error("there is no board yet: send START first")]
    NoBoard,
    /// The board size is not supported. The text names 20 because Piskvork then tries 20x20.
    #[error("{0}, such as 20")]
    Size(#[from] UnsupportedSize),
    /// A number of the board size is negative or huge.
    #[error(
        "this board size is not supported: each side must be from {min} to {max}, such as 20",
        min = BoardSize::MIN,
        max = BoardSize::MAX
    )]
    SizeOutOfRange,
    /// The arguments of a command are invalid.
    #[error("expected {0}")]
    Malformed(&'static str),
    /// A block of lines was cut off by another command.
    #[error("{0} without DONE is dropped")]
    BrokenBlock(&'static str),
    /// A list of moves with a fault.
    #[error("{word} is dropped: {fault}")]
    List {
        /// The command.
        word: &'static str,
        /// What is wrong with the list.
        fault: String,
    },
    /// `BEGIN` on a board with stones.
    #[error("BEGIN needs an empty board")]
    NotEmpty,
    /// Coordinates outside the board.
    #[error("{0},{1} is not on the board")]
    OffBoard(i64, i64),
    /// The point is not empty.
    #[error("{0},{1} is not empty")]
    Occupied(i64, i64),
    /// There is no stone on the point.
    #[error("there is no stone on {0},{1}")]
    NoStone(i64, i64),
    /// A stone cannot be placed or removed.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file is no opening book.
    #[error("no book: {0}")]
    Book(String),
    /// A file cannot take the log of the conversation.
    #[error("no log: {0}")]
    Log(String),
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
