//! What can be wrong with the settings of a tournament.

use std::io;
use std::path::PathBuf;

use kagetsu_arena::openings::OpeningError;
use kagetsu_arena::schedule::ScheduleError;
use kagetsu_arena::tournament::PinError;
use kagetsu_gomoku::geometry::UnsupportedSize;

/// Why a tournament does not begin.
#[derive(Debug, thiserror::Error)]
pub enum TournamentInputError {
    /// The settings file cannot be read.
    #[error("cannot read '{}': {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The settings file cannot be understood.
    #[error("'{}' is no settings file: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// A setting that cannot be done without.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A setting with a value that it cannot have.
    #[error("{setting} {value} is refused: {reason}")]
    Value {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// Why.
        reason: String,
    },
    /// Settings that exclude each other.
    #[error("{0} and {1} exclude each other")]
    Conflict(&'static str, &'static str),
    /// Two engines of one name.
    #[error("two engines have the name '{0}': give each its own with name=")]
    DuplicateName(String),
    /// A name that tables and files cannot hold.
    #[error(
        "'{0}' cannot be the name of an engine: it must not be empty or hold control characters"
    )]
    BadName(String),
    /// A command that a shell would not understand either.
    #[error("cannot split the command '{0}': is a quote missing?")]
    Command(String),
    /// No such program.
    #[error("the program '{program}' of '{engine}' {reason}")]
    Program {
        /// The program.
        program: String,
        /// The engine.
        engine: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No such folder.
    #[error("the folder '{folder}' of '{engine}' is not there")]
    Folder {
        /// The folder.
        folder: String,
        /// The engine.
        engine: String,
    },
    /// The path of this program is not known.
    #[error("cannot find this program: {0}")]
    OwnProgram(io::Error),
    /// An engine without any limit.
    #[error("'{0}' has no limit: give --tc, --nodes or --depth")]
    NoLimit(String),
    /// A test of more than one strength.
    #[error("--sprt compares two engines, not {0}")]
    SprtEngines(usize),
    /// A rating for nobody.
    #[error("the anchor '{0}' is none of the engines")]
    UnknownAnchor(String),
    /// A size that no board has.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// Nothing can be played.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The openings are no good.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// Workers cannot be pinned.
    #[error(transparent)]
    Pin(#[from] PinError),
}
