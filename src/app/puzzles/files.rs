//! The games of files that puzzles are made from. All are of one rule and board size, and begin on the empty board.

use std::io;
use std::path::{Path, PathBuf};

use kagetsu_analysis::source::{GameError, ReadOptions, SourceGame, read_games};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};

use crate::error::Cause;

/// Most lines of a library of `RenLib` that are searched.
const LIBRARY_LINES: usize = 1000;

/// Why the games of a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameFileError {
    /// A file cannot be read.
    #[error("cannot read '{}': {source}", path.shown())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why it cannot.
        source: io::Error,
    },
    /// A game cannot be read or breaks the rules.
    #[error("'{}': {error}", path.shown())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game and its fault.
        error: GameError,
    },
    /// The rule or the board of a game differs from those of the games before it or from the options.
    #[error("'{}': game {number}: it is {found}, but {wanted} is wanted", path.shown())]
    Different {
        /// The file.
        path: PathBuf,
        /// Number of the game in it, from one.
        number: usize,
        /// The rule or size of the game.
        found: String,
        /// The wanted one.
        wanted: String,
    },
    /// A game does not begin on the empty board.
    #[error("'{}': game {number}: it begins with stones on the board", path.shown())]
    NotEmpty {
        /// The file.
        path: PathBuf,
        /// Number of the game in it, from one.
        number: usize,
    },
}

impl Cause for GameFileError {}

/// Games of one rule on one board.
#[derive(Debug, Default)]
pub(super) struct SourceGames {
    /// The rule, once a game or an option has given it.
    pub(super) rule: Option<Rule>,
    /// The board size, once a game or an option has given it.
    pub(super) size: Option<BoardSize>,
    /// The moves of each game, up to the one that ends it.
    pub(super) moves: Vec<Vec<Point>>,
}

impl SourceGames {
    /// An empty list with the rule and size of the options.
    pub(super) fn new(rule: Option<Rule>, size: Option<BoardSize>) -> Self {
        Self {
            rule,
            size,
            ..Self::default()
        }
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    /// [`GameFileError`] for the first game that cannot be used.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), GameFileError> {
        let bytes =
            read_regular_file(path, MAX_TEXT_BYTES).map_err(|source| GameFileError::Read {
                path: path.to_path_buf(),
                source,
            })?;
        let options = ReadOptions {
            rule: self.rule,
            size: self.size,
            library_lines: LIBRARY_LINES,
            ..ReadOptions::default()
        };
        for game in read_games(&path.to_string_lossy(), &bytes, &options) {
            let game = game.map_err(|error| GameFileError::Game {
                path: path.to_path_buf(),
                error,
            })?;
            self.take(path, game)?;
        }
        Ok(())
    }

    fn take(&mut self, path: &Path, game: SourceGame) -> Result<(), GameFileError> {
        let different = |found: String, wanted: String| GameFileError::Different {
            path: path.to_path_buf(),
            number: game.number,
            found,
            wanted,
        };
        let (rule, size) = (game.start.rule(), game.start.size());
        if let Some(wanted) = self.rule.filter(|&wanted| wanted != rule) {
            return Err(different(rule.to_string(), wanted.to_string()));
        }
        if let Some(wanted) = self.size.filter(|&wanted| wanted != size) {
            return Err(different(size.to_string(), wanted.to_string()));
        }
        if !game.start.stones().is_empty() || !game.start.blocked().is_empty() {
            return Err(GameFileError::NotEmpty {
                path: path.to_path_buf(),
                number: game.number,
            });
        }
        (self.rule, self.size) = (Some(rule), Some(size));
        // A game is searched up to its first pass: puzzles have none.
        let moves = game.moves.into_iter().map_while(|step| step);
        self.moves.push(moves.collect());
        Ok(())
    }
}
