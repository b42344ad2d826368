//! Why openings cannot be selected.

use std::path::PathBuf;

use kagetsu_arena::openings::OpeningError;
use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::MovesError;

use crate::error::Cause;

/// Why openings cannot be selected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelectionError {
    /// A tournament of another game.
    #[error("'{}' has games of {game}; only openings of Gomoku can be selected", .folder.shown())]
    OtherGame {
        /// Folder of the tournament.
        folder: PathBuf,
        /// Its game.
        game: Ruleset,
    },
    /// A tournament with another rule or board.
    #[error("'{}' has games of {found}, not of {expected} as the first", .folder.shown())]
    Different {
        /// Folder of the tournament.
        folder: PathBuf,
        /// Its rule and size.
        found: String,
        /// Those of the first tournament.
        expected: String,
    },
    /// A damaged game.
    #[error("game {game} in '{}': {source}", .folder.shown())]
    Game {
        /// Folder of the tournament.
        folder: PathBuf,
        /// Number of the game.
        game: u32,
        /// What is wrong with it.
        source: MovesError,
    },
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// No opening was played often enough.
    #[error(
        "from none of the {openings} openings {least} games were played: are these the tournaments that were played \
         from them?"
    )]
    Unplayed {
        /// Number of openings.
        openings: usize,
        /// Games that an opening needs.
        least: u32,
    },
}

impl Cause for SelectionError {}
