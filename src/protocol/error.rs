//! Why a command cannot be obeyed; the texts follow `ERROR` on the manager's side.

use kagetsu_gomoku::board::PositionError;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::geometry::UnsupportedSize;

/// A refusal. It never changes the position, except that a refused `START` leaves no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// A command came before any board was set up.
    #[error("there is no board yet: send START first")]
    NoBoard,
    /// Piskvork tries 20x20 after a refusal that mentions this number.
    #[error("{0}, such as 20")]
    Size(#[from] UnsupportedSize),
    /// The arguments of a command make no sense.
    #[error("expected {0}")]
    Malformed(&'static str),
    /// A block of lines was cut off by another command.
    #[error("{0} without DONE is dropped")]
    BrokenBlock(&'static str),
    /// `BEGIN` on a board with stones.
    #[error("BEGIN needs an empty board")]
    NotEmpty,
    /// Coordinates outside the board.
    #[error("{0},{1} is not on the board")]
    OffBoard(i64, i64),
    /// Something lies on the point already.
    #[error("{0},{1} is not empty")]
    Occupied(i64, i64),
    /// There is no stone on the point.
    #[error("there is no stone on {0},{1}")]
    NoStone(i64, i64),
    /// A stone cannot be put or taken.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
