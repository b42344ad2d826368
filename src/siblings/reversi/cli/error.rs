//! Why a command failed.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::OutputError;
use thiserror::Error;

use crate::eval::WeightsError;
use crate::record::{MoveListError, PictureError, RecordError};
use kagetsu_siblings::command::{Fault, ReadTextError};

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// A file cannot be read or locked.
    #[error("{}: {error}", path.shown())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A file cannot be an output.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Another process writes a file.
    #[error("'{}' is in use: another process writes it", .0.shown())]
    InUse(PathBuf),
    /// A file of positions or games or a book is damaged, or its name tells no format.
    #[error("{}: {what}", path.shown())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// None of the games of a file can be used.
    #[error("{}: no game in it can be used", .0.shown())]
    NoGames(PathBuf),
    /// Some games of a file cannot be used.
    #[error("{left_out} of {all} games cannot be used and are left out")]
    LeftOut {
        /// Games that cannot be used.
        left_out: usize,
        /// All games.
        all: usize,
    },
    /// A text cannot be read.
    #[error(transparent)]
    Text(#[from] ReadTextError),
    /// A list of moves cannot be played.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// A record of a game cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A picture of a board cannot be read.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A position without a move.
    #[error("the game is over: {0}")]
    Over(String),
    /// A game without a move.
    #[error(
        "there is no move to judge: write moves such as f5d6c3, or name a file of games (.sgf, .ggf, .wtb or .txt)"
    )]
    NoMoves,
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
    /// The weights of the program are damaged.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Ctrl-C has ended the work.
    #[error("interrupted: {0}")]
    Interrupted(String),
}

impl CommandError {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Write(error) => Fault::of_output(error),
            Self::Weights(_) | Self::Output(OutputError::Write { .. }) => Fault::System,
            Self::Interrupted(_) => Fault::Interrupted,
            Self::File { .. }
            | Self::Output(_)
            | Self::InUse(_)
            | Self::Content { .. }
            | Self::NoGames(_)
            | Self::LeftOut { .. }
            | Self::Text(_)
            | Self::Moves(_)
            | Self::Picture(_)
            | Self::Record(_)
            | Self::Over(_)
            | Self::NoMoves
            | Self::XBoard
            | Self::NoSearch { .. } => Fault::Input,
        }
    }

    /// For `map_err`: the system refuses a file that was named.
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
