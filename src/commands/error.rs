//! Why a sub-command fails.

use std::io;

use crate::engine::EngineError;

use super::position_list::PositionListError;
use super::position_text::PositionTextError;

/// Why a sub-command fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The position cannot be understood.
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
    /// A file or standard input cannot be read.
    #[error("cannot read '{name}': {source}")]
    Read {
        /// What was to be read.
        name: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// The engine refuses the position.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A line of the built-in positions is malformed.
    #[error("'{0}' is not a line of the built-in positions")]
    BenchLine(String),
    /// A list of positions has a line that cannot be understood.
    #[error(transparent)]
    PositionList(#[from] PositionListError),
    /// A file cannot be written.
    #[error("cannot write '{name}': {source}")]
    WriteFile {
        /// What was to be written.
        name: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl CommandError {
    const BAD_INPUT: u8 = 2;
    const FAILURE: u8 = 1;

    /// Exit code of the process: 2, as for a bad option, when the input is at fault.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::PositionText(_) | Self::PositionList(_) | Self::Read { .. } => Self::BAD_INPUT,
            Self::Engine(_)
            | Self::BenchLine(_)
            | Self::Write(_)
            | Self::Thread(_)
            | Self::WriteFile { .. } => Self::FAILURE,
        }
    }

    /// Has the reader of the output gone away? That is no fault.
    pub(super) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
