//! Why predictions cannot be measured.

use std::path::PathBuf;

use kagetsu_analysis::source::GameError;
use kagetsu_gomoku::geometry::UnsupportedSize;
use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::JournalError;
use kagetsu_notation::MovesError;

use crate::error::Cause;

/// Why predictions cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ForecastError {
    /// A file is no journal of a tournament.
    #[error("'{}' is no journal of a tournament: {source}", path.shown())]
    Journal {
        /// The file.
        path: PathBuf,
        /// What its lines lack.
        source: JournalError,
    },
    /// A file has no complete record of a game.
    #[error("'{}' holds no game of a tournament: expected its games.jsonl", .0.shown())]
    NoGame(PathBuf),
    /// The moves of a game cannot be understood.
    #[error("game {game} of '{}': {source}", path.shown())]
    Moves {
        /// The file.
        path: PathBuf,
        /// Number of the game in the schedule.
        game: u32,
        /// What is wrong.
        source: MovesError,
    },
    /// The board of a game cannot be used.
    #[error("game {game} of '{}': {source}", path.shown())]
    Size {
        /// The file.
        path: PathBuf,
        /// Number of the game in the schedule.
        game: u32,
        /// What is wrong.
        source: UnsupportedSize,
    },
    /// A game of another form than a journal cannot be read or breaks the rules.
    #[error("'{}': {error}", path.shown())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game and its fault.
        error: GameError,
    },
    /// A game does not begin on the empty board.
    #[error("game {game} of '{}' begins with stones on the board", path.shown())]
    NotEmpty {
        /// The file.
        path: PathBuf,
        /// Number of the game in it, from one.
        game: usize,
    },
    /// A game has a move that cannot be played.
    #[error("game {game} of '{}': move {number} cannot be played", path.shown())]
    Illegal {
        /// The file.
        path: PathBuf,
        /// Number of the game in the schedule, or in the file.
        game: usize,
        /// Number of the move, from one.
        number: usize,
    },
    /// No game has a position within the limits.
    #[error("no position counts: the games are too short, have no result, or all had faults")]
    Nothing,
    /// A line of scores cannot be understood.
    #[error("line {line} of '{}': {source}", path.shown())]
    Score {
        /// The file.
        path: PathBuf,
        /// Its number, from one.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The scores to compare with are of other positions.
    #[error("'{}' has the scores of other positions: the same games and options are needed", .0.shown())]
    Other(PathBuf),
}

impl Cause for ForecastError {}
