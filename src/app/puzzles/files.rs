//! Games from files: journals of tournaments, collections in SGF, and games of Piskvork.

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point, UnsupportedSize};
use kagetsu_notation::MovesError;
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::{JournalError, PsqError, SgfFault, psq, read_psq, read_sgf};

/// Why games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// A file cannot be read.
    #[error("cannot read '{}': {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why it cannot.
        source: io::Error,
    },
    /// A file is neither SGF nor a game of Piskvork, and no journal of a tournament.
    #[error("'{}' is neither SGF, psq nor a journal of a tournament: {source}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// What its lines lack.
        source: JournalError,
    },
    /// A game cannot be used.
    #[error("game {number} of '{}': {fault}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Number of the game in it, from one.
        number: usize,
        /// What is wrong with it.
        fault: UnusableGame,
    },
    /// The file is empty.
    #[error("'{}' holds no game", .0.display())]
    Nothing(PathBuf),
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum UnusableGame {
    /// It is not a game of Piskvork.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// It is not a game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfFault),
    /// Its board cannot be used.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// A move cannot be understood.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// Its rule or board differs from those of the games before it or from the options.
    #[error("it is {found}, but {wanted} is wanted: one list has one rule and one board")]
    Other {
        /// What it is.
        found: String,
        /// What is wanted.
        wanted: String,
    },
    /// A move breaks the rules.
    #[error("move {number}: {illegal}")]
    Move {
        /// Its number, from one.
        number: usize,
        /// Which rule it breaks.
        illegal: IllegalMove,
    },
}

/// Games that were played by one rule on one board.
#[derive(Debug, Default)]
pub(super) struct SourceGames {
    /// The rule, once a game or an option has given it.
    pub(super) rule: Option<Rule>,
    /// The board size, once a game or an option has given it.
    pub(super) size: Option<BoardSize>,
    /// The moves of each game.
    pub(super) moves: Vec<Vec<Point>>,
    /// Number of games after each file.
    ends: Vec<(PathBuf, usize)>,
}

/// A game as it stands in its file.
struct Found {
    rule: Option<Rule>,
    size: Option<BoardSize>,
    moves: Vec<Point>,
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

    /// Adds the games of a file, which must be of the rule and size of those before it.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), GameFileError> {
        let bytes =
            read_regular_file(path, MAX_TEXT_BYTES).map_err(|source| GameFileError::Read {
                path: path.to_path_buf(),
                source,
            })?;
        let found = read(path, &bytes)?;
        if found.is_empty() {
            return Err(GameFileError::Nothing(path.to_path_buf()));
        }
        for (number, found) in (1..).zip(found) {
            found
                .and_then(|found| self.take(found))
                .map_err(|fault| GameFileError::Game {
                    path: path.to_path_buf(),
                    number,
                    fault,
                })?;
        }
        self.ends.push((path.to_path_buf(), self.moves.len()));
        Ok(())
    }

    fn take(&mut self, found: Found) -> Result<(), UnusableGame> {
        self.rule = agree(self.rule, found.rule)?;
        self.size = agree(self.size, found.size)?;
        self.moves.push(found.moves);
        Ok(())
    }

    /// Checks the moves of all games, which begin on this board. A forbidden move is not an error: it loses and ends the
    /// game.
    pub(super) fn check(&self, start: &Board) -> Result<(), GameFileError> {
        let mut begin = 0;
        for (path, end) in &self.ends {
            for (number, moves) in (1..).zip(&self.moves[begin..*end]) {
                check_moves(start.clone(), moves).map_err(|fault| GameFileError::Game {
                    path: path.clone(),
                    number,
                    fault,
                })?;
            }
            begin = *end;
        }
        Ok(())
    }
}

fn check_moves(mut board: Board, moves: &[Point]) -> Result<(), UnusableGame> {
    for (number, &point) in (1..).zip(moves) {
        match board.play(point) {
            Ok(Outcome::Running) => {}
            Ok(_) | Err(IllegalMove::Forbidden(..)) => break,
            Err(illegal) => return Err(UnusableGame::Move { number, illegal }),
        }
    }
    Ok(())
}

/// The value that both give, if they do not contradict each other.
fn agree<T: Copy + PartialEq + ToString>(
    wanted: Option<T>,
    found: Option<T>,
) -> Result<Option<T>, UnusableGame> {
    match (wanted, found) {
        (Some(wanted), Some(found)) if wanted != found => Err(UnusableGame::Other {
            found: found.to_string(),
            wanted: wanted.to_string(),
        }),
        _ => Ok(wanted.or(found)),
    }
}

/// Reads the games of a file. Its text decides the format.
fn read(path: &Path, bytes: &[u8]) -> Result<Vec<Result<Found, UnusableGame>>, GameFileError> {
    // Names and comments may be in another encoding.
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start().starts_with('(') {
        let games = read_sgf(&text).into_iter().map(|game| {
            let game = game.map_err(|error| error.fault)?;
            Ok(Found {
                rule: None,
                size: game.size,
                moves: game.moves,
            })
        });
        return Ok(games.collect());
    }
    if psq::is_psq(&text) {
        let game = read_psq(&text).map_err(UnusableGame::from);
        return Ok(vec![game.map(|game| Found {
            rule: None,
            size: Some(game.size),
            moves: game.moves,
        })]);
    }
    let sound = read_records(bytes).map_err(|source| GameFileError::Journal {
        path: path.to_path_buf(),
        source,
    })?;
    let games = sound.records.iter().map(|record| {
        Ok(Found {
            rule: Some(record.gomoku_rule()?),
            size: Some(BoardSize::square(record.size)?),
            moves: record.points()?,
        })
    });
    Ok(games.collect())
}
