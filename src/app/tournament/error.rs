//! Errors in the settings of a tournament.

use std::io;
use std::path::PathBuf;

use kagetsu_arena::openings::OpeningError;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::schedule::ScheduleError;
use kagetsu_arena::tournament::PinError;
use kagetsu_gomoku::geometry::UnsupportedSize;
use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::Ruleset;

use crate::error::Cause;

/// Why a tournament does not begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TournamentInputError {
    /// The settings file cannot be read.
    #[error("cannot read '{}': {source}", path.shown())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The settings file cannot be understood.
    #[error("cannot use the settings file '{}': {reason}", path.shown())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// Settings that are required and missing.
    #[error("missing: {0}")]
    Missing(String),
    /// `--resume` without a folder.
    #[error(
        "--resume goes on with the games in a folder: name it, as --resume --out DIR; all other settings are taken from it"
    )]
    ResumeNothing,
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
    /// A setting of the openings of a file where there is none.
    #[error("{0} is of the openings of a file: give --openings FILE, or leave it out")]
    WithoutOpenings(&'static str),
    /// Engines cannot be suspended.
    #[error("--suspend: engines cannot be suspended on this system")]
    Suspend,
    /// Two engines of one name.
    #[error("two engines have the name '{0}': give each its own with name=")]
    DuplicateName(String),
    /// A name that cannot stand in tables and file names.
    #[error(
        "'{0}' cannot be the name of an engine: it must not be empty or hold control characters"
    )]
    BadName(String),
    /// A command with quotes that do not match.
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
    /// A program that does not answer as an engine does.
    #[error("'{engine}' ({program}) does not behave as an engine: {reason}")]
    NoEngine {
        /// The engine.
        engine: String,
        /// Its command.
        program: String,
        /// What it did instead.
        reason: String,
    },
    /// Words behind `self` that this program would pass over, or that end it.
    #[error("'{engine}' is this program: 'self {given}' is refused: {reason}: {expected}")]
    OwnArguments {
        /// The engine.
        engine: String,
        /// The words.
        given: String,
        /// What is wrong with them.
        reason: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// An option that this program does not know, and would pass over.
    #[error("'{engine}' is this program, which has no setting '{option}': it has {known}")]
    UnknownOption {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// The settings that it has.
        known: String,
    },
    /// An option that the manager sends itself.
    #[error("'{engine}': option.{option} is refused, since the manager itself says it: use {word}")]
    ManagersKey {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// The word for it.
        word: &'static str,
    },
    /// An option of this program with a value that it would pass over.
    #[error("'{engine}' is this program: option.{option}={value} is refused: expected {expected}")]
    OptionValue {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// Its value.
        value: String,
        /// What would be right.
        expected: String,
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
    /// A protocol of another game.
    #[error("'{engine}' cannot speak {protocol}: {game} is played by {expected}")]
    Protocol {
        /// The engine.
        engine: String,
        /// Its protocol.
        protocol: Protocol,
        /// The game.
        game: Ruleset,
        /// The protocols of the game.
        expected: String,
    },
    /// A setting for which the engine's protocol has no command.
    #[error(
        "'{engine}' cannot be told a {limit} by {protocol}: give it in the arguments of its program"
    )]
    UntoldLimit {
        /// The engine.
        engine: String,
        /// The setting, in a few words.
        limit: &'static str,
        /// Its protocol.
        protocol: Protocol,
    },
    /// An engine that cannot be given an opening.
    #[error("'{0}' speaks sau, which cannot begin with an opening: leave out --openings")]
    NoOpening(String),
    /// A line of a file of openings of Reversi or Connect6.
    #[error("'{}', line {line}: {reason}", path.shown())]
    OpeningLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from one.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A file without openings.
    #[error("'{}' holds no openings", .0.shown())]
    NoOpenings(PathBuf),
    /// An engine without any limit.
    #[error("'{0}' has no limit: give --tc, --nodes or --depth")]
    NoLimit(String),
    /// A sequential test between more than two engines.
    #[error("--sprt compares two engines, not {0}")]
    SprtEngines(usize),
    /// Two sequential tests.
    #[error("--sprt is given twice: a tournament has one test")]
    TwoTests,
    /// A rating for an engine that does not play.
    #[error("the anchor '{0}' is none of the engines")]
    UnknownAnchor(String),
    /// Two ratings for one engine.
    #[error("the anchor '{0}' is given twice: an engine has one rating")]
    TwoAnchors(String),
    /// A board size that is not supported.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The number of games is zero, or no engines meet.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// Workers cannot be pinned.
    #[error(transparent)]
    Pin(#[from] PinError),
}

impl Cause for TournamentInputError {}
