//! Why a game in a terminal, or an exercise, ends early.

use std::io;
use std::path::{Path, PathBuf};

use kagetsu_kernel::ShowPath as _;

use crate::game::{Kind, Refusal};
use crate::learn::ChapterFault;
use crate::puzzles::PuzzleFault;
use crate::text::CatalogueError;

/// Why a game in a terminal ended early.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no such board or no such puzzle, in the language of the options.
    #[error("{0}")]
    Options(String),
    /// The engines do not play this game.
    #[error("--engine: engines play gomoku, not {0}")]
    Engines(Kind),
    /// No game can start so, or a puzzle or a chapter has a position that cannot be.
    #[error(transparent)]
    Game(#[from] Refusal),
    /// The texts cannot be read.
    #[error(transparent)]
    Texts(#[from] CatalogueError),
    /// The list of puzzles is damaged.
    #[error("the list of puzzles is damaged: {0}")]
    Puzzles(#[from] PuzzleFault),
    /// The chapters are damaged.
    #[error(transparent)]
    Chapters(#[from] ChapterFault),
    /// The file of the progress cannot be read or written.
    #[error("'{}' cannot be used: {source}", file.shown())]
    Progress {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Input or output failed.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

impl PlayError {
    /// The file of the progress cannot be read or written.
    pub(super) fn progress(file: &Path, source: io::Error) -> Self {
        let file = file.to_path_buf();
        Self::Progress { file, source }
    }
}
