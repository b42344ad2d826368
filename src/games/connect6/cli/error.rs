//! What can go wrong with a command.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::super::game::GameError;
use super::super::network::NetworkError;
use super::super::turn::TurnError;

/// A command that could not be carried out.
#[derive(Debug, Error)]
pub enum Connect6Error {
    /// Reading or writing failed.
    #[error("cannot read or write: {0}")]
    Io(#[from] io::Error),
    /// A turn is not well formed.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A turn is not legal.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A file does not hold a network.
    #[error("'{}': {source}", .path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: NetworkError,
    },
    /// There is nothing to play.
    #[error("the game is over")]
    Over,
}
