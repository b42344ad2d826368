//! Why a network cannot be learned.

use kagetsu_figures::FigureError;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::nnue::ReadNetworkError;
use kagetsu_siblings::command::Fault;

use crate::error::Cause;

/// Why a network cannot be learned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrainError {
    /// Files of games by different rules.
    #[error("'{name}' has games of {found}, the files before it of {expected}")]
    Rule {
        /// The file.
        name: String,
        /// Its rule.
        found: Rule,
        /// The rule of the others.
        expected: Rule,
    },
    /// The file of `--start` does not hold a network.
    #[error("'{name}' is not a network to begin with: {error}")]
    Start {
        /// The file.
        name: String,
        /// What is wrong with it.
        #[source]
        error: ReadNetworkError,
    },
    /// Too few games.
    #[error(
        "there is nothing to learn from, or nothing is held out: give more games or another --held-out-share"
    )]
    Empty,
    /// Ctrl-C has ended the training.
    #[error("{0}")]
    Interrupted(String),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl Cause for TrainError {
    fn fault(&self) -> Fault {
        match self {
            Self::Rule { .. } | Self::Start { .. } | Self::Empty => Fault::Input,
            Self::Interrupted(_) => Fault::Interrupted,
            Self::Figure(_) | Self::Threads(_) => Fault::System,
        }
    }
}
