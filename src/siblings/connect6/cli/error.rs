//! What can go wrong with a command.

use std::io;
use std::path::PathBuf;

use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::OutputError;
use thiserror::Error;

use super::super::written_turns::TurnListError;
use kagetsu_siblings::command::{Fault, ReadTextError};

/// A command that could not be carried out.
#[derive(Debug, Error)]
pub enum Connect6Error {
    /// The results cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A file cannot be read.
    #[error("cannot read '{}': {source}", .path.shown())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A text cannot be read.
    #[error(transparent)]
    Text(#[from] ReadTextError),
    /// A list of turns cannot be played.
    #[error(transparent)]
    Turns(#[from] TurnListError),
    /// A file does not hold a network.
    #[error("'{}': {fault}", .path.shown())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A file cannot be an output.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is nothing to play.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// An option of the engine for another player.
    #[error("{option} is for the engine: the player that is named does not search")]
    NoEngine {
        /// The option.
        option: &'static str,
    },
    /// Ctrl-C has ended the work.
    #[error("interrupted: {0}")]
    Interrupted(String),
}

impl Connect6Error {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Write(error) => Fault::of_output(error),
            Self::Output(OutputError::Write { .. }) => Fault::System,
            Self::Interrupted(_) => Fault::Interrupted,
            Self::Read { .. }
            | Self::Text(_)
            | Self::Turns(_)
            | Self::Network { .. }
            | Self::Output(_)
            | Self::NoEngine { .. }
            | Self::Over(_) => Fault::Input,
        }
    }
}
