//! Why a command failed.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::reversi::eval::WeightsError;
use crate::reversi::players::LevelError;
use crate::reversi::record::MoveListError;
use crate::reversi::record::obf::ObfError;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// A file is no OBF file.
    #[error("{}: {error}", path.display())]
    Obf {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ObfError,
    },
    /// A file of games or a book is damaged, or its name tells no format.
    #[error("{}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A list of moves cannot be played.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// A protocol that is not spoken.
    #[error(
        "the protocol xboard is not spoken: XBoard flips no discs and so cannot show a game of Reversi; use nboard or gtp"
    )]
    XBoard,
    /// An option of the engine beside another player.
    #[error("{option} is for the engine: the player that is named does not search")]
    NoSearch {
        /// The option.
        option: &'static str,
    },
    /// No such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The weights of the program are damaged.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl CommandError {
    /// True if the fault lies in what the command was given.
    pub const fn is_bad_input(&self) -> bool {
        !matches!(self, Self::Output(_) | Self::Weights(_))
    }

    /// For `map_err`: a fault of the system with a file.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }

    /// For `map_err`: a fault in what a file holds.
    pub(super) fn content<E: Display>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| Self::Content {
            path: path.to_owned(),
            what: error.to_string(),
        }
    }
}
