//! What an engine can refuse.

use crate::board::{PositionError, Rule};
use crate::eval::nnue::ReadNetworkError;
use crate::geometry::BoardSize;

/// Why an engine cannot do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The rule is not played on boards of this size.
    #[error("{0} is not supported on a {1} board")]
    UnsupportedRule(Rule, BoardSize),
    /// A stone cannot be put or taken.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file of a network for the evaluation cannot be used.
    #[error("the evaluation '{path}' cannot be used: {source}")]
    Evaluation {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: ReadNetworkError,
    },
    /// The board has no legal move left.
    #[error("there is no legal move")]
    NoLegalMove,
    /// Moves are legal, but each of them is excluded.
    #[error("every legal move is excluded")]
    AllExcluded,
}
