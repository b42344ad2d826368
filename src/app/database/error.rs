//! Why a command on a position database fails: `database`, and `book`, whose books are such databases.

use std::io;

use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::exchange::ExchangeError;
use kagetsu_analysis::database::json::LineError;
use kagetsu_analysis::database::library::LibraryError;
use kagetsu_analysis::report::ReviewTextError;
use kagetsu_arena::openings::OpeningError;
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::file::OutputError;
use kagetsu_notation::reader::{Kind, ReadError};
use kagetsu_notation::renlib::{RenLibError, UnwritableText};
use kagetsu_siblings::command::Fault;

use crate::error::Cause;

/// The forms of files that hold positions.
const FORMS: &str = "JSON lines (as `database export` writes them), libraries of RenLib (.lib), databases of Yixin-Board and Rapfi (.db, .csv)";

/// Why a command on a position database fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PositionStorageError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A file is of no form that is read.
    #[error("'{0}' is none of the files that hold positions: {FORMS}")]
    Foreign(String),
    /// A file in which nothing stands.
    #[error("there is nothing in '{0}'")]
    Empty(String),
    /// A game where a file of positions is wanted.
    #[error(
        "'{file}' is a game ({kind}), which has moves and no values to store: `book grow --openings {file} --opening-stones 6` searches the position after its first stones and stores what it finds; `database import` reads {FORMS}"
    )]
    Game {
        /// The file.
        file: String,
        /// The kind of the game.
        kind: Kind,
    },
    /// A file of games that cannot be read either.
    #[error(
        "'{file}' is no file of positions, and cannot be read as games: {source}; `database import` reads {FORMS}"
    )]
    NoGame {
        /// The file.
        file: String,
        /// What is wrong with the first game.
        source: ReadError,
    },
    /// A file that is no text, and whose kind is known.
    #[error("'{file}' is {kind}; `database import` reads {FORMS}")]
    Binary {
        /// The file.
        file: String,
        /// What it is.
        kind: String,
    },
    /// An option that other forms than libraries do not have.
    #[error("{0} is of libraries (.lib) alone: the other forms are UTF-8")]
    LibraryOption(&'static str),
    /// A database has no positions of the rule and size that are asked for.
    #[error("'{file}' has no such positions; it has {boards}")]
    OtherBoard {
        /// The file.
        file: String,
        /// The rules and sizes that it has.
        boards: String,
    },
    /// The openings of a book are of another rule.
    #[error("the openings of '{file}' are of {found}, the book is of {wanted}: --rule states it")]
    OtherRule {
        /// The file of openings.
        file: String,
        /// Their rule.
        found: Rule,
        /// The rule of the book.
        wanted: Rule,
    },
    /// Options leave open which positions of a database are meant.
    #[error("'{file}' has positions of {boards}: name the one that is meant (--rule, --size)")]
    SeveralBoards {
        /// The file.
        file: String,
        /// The rules and sizes that come into question.
        boards: String,
    },
    /// The name of a file does not say what to write.
    #[error(
        "the ending of '{0}' names no form: expected .json, .jsonl, .db, .csv or .lib, or the option --format"
    )]
    Ending(String),
    /// An encoding lacks letters of a text.
    #[error("{0} (--encoding)")]
    Encoding(#[source] UnwritableText),
    /// A line of a file is wrong.
    #[error("line {line} of '{file}': {source}")]
    Line {
        /// The file.
        file: String,
        /// Number of the line, from one.
        line: usize,
        /// What is wrong.
        source: LineError,
    },
    /// A file is no library.
    #[error("cannot read '{file}': {source}")]
    RenLib {
        /// The file.
        file: String,
        /// What is wrong.
        source: RenLibError,
    },
    /// The moves of a library cannot be played.
    #[error("cannot use '{file}': {source}")]
    Library {
        /// The file.
        file: String,
        /// What is wrong.
        source: LibraryError,
    },
    /// A file is no database of Yixin-Board.
    #[error("cannot use '{file}': {source}")]
    Exchange {
        /// The file.
        file: String,
        /// What is wrong.
        source: ExchangeError,
    },
    /// A file is no review.
    #[error("'{file}': {source}")]
    Review {
        /// The file.
        file: String,
        /// What is wrong.
        source: ReviewTextError,
    },
    /// A review names no fault on the board of the book.
    #[error("'{file}' has no fault in games of {board}")]
    NoFaults {
        /// The file.
        file: String,
        /// Rule and size.
        board: String,
    },
    /// A file holds no openings that can be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A file cannot be read.
    #[error("cannot read '{file}': {source}")]
    Read {
        /// The file.
        file: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// A file cannot be an output, or not be written.
    #[error(transparent)]
    File(#[from] OutputError),
    /// Standard output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Cause for PositionStorageError {
    fn fault(&self) -> Fault {
        match self {
            Self::Output(error) => Fault::of_output(error),
            Self::File(error) => error.fault(),
            Self::Database(DatabaseError::Store { .. } | DatabaseError::Busy(_)) => Fault::System,
            _ => Fault::Input,
        }
    }
}
