//! Why a sub-command fails.

use std::io;

use kagetsu_analysis::report::ResumeError;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::tournament::{MergeError, TournamentError};
use kagetsu_arena::tuning::TuningError;
use kagetsu_connect6::cli::Connect6Error;
use kagetsu_gomoku::bench::BenchError;
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_kernel::file::OutputError;
use kagetsu_oxhorn::cli::OxhornError;
use kagetsu_play::game::Refusal;
use kagetsu_play::page::PageError;
use kagetsu_play::puzzles::PuzzleFault;
use kagetsu_play::terminal::PlayError;
use kagetsu_siblings::command::Fault;
use kagetsu_training::dataset::{ReadDatasetError, WriteDatasetError};
use kagetsu_training::selfplay::NoGame;

use super::database::DatabaseCommandError;
use super::forecast::ForecastError;
use super::interrupt::INTERRUPTED;
use super::openings::SelectionError;
use super::puzzles::GameFileError;
use super::tournament::TournamentInputError;
use super::train::TrainError;
use super::tune::TuneInputError;
use kagetsu_notation::reader::ReadError;

/// Why a sub-command fails.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A position or a game cannot be understood.
    #[error("{}{source}", name.as_ref().map_or_else(String::new, |name| format!("'{name}': ")))]
    Reading {
        /// The file, if it is one.
        name: Option<String>,
        /// What is wrong.
        source: ReadError,
    },
    /// A file or standard input cannot be read.
    #[error("cannot read '{name}': {source}")]
    Read {
        /// What was to be read.
        name: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// A text that can only be the name of a file, and there is no such file.
    #[error(
        "there is no file '{0}'; a position is written as moves such as h8i9j10, or as a picture"
    )]
    NoFile(String),
    /// The folder for the output is not there, or is a file.
    #[error("there is no folder '{0}': make it first")]
    NoFolder(String),
    /// A file or standard input with nothing but blanks in it.
    #[error("there is nothing in '{0}'")]
    Empty(String),
    /// A position in which somebody has already won.
    #[error("the game is over: {0} has a winning row")]
    Finished(Side),
    /// Two options contradict each other.
    #[error("{0}")]
    Contradiction(String),
    /// A file cannot be an output, or not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A file cannot be written.
    #[error("cannot create '{name}': {source}")]
    Create {
        /// The file.
        name: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// A box for openings has no room for the stones.
    #[error("a box of {points} points has no room for {stones} stones and a choice")]
    SmallBox {
        /// Most stones of an opening.
        stones: usize,
        /// Points of the box.
        points: usize,
    },
    /// No new opening can be found.
    #[error(
        "no new opening in {attempts} attempts, after {found}: allow a larger --box, more --stones or a wider --balance"
    )]
    NoOpening {
        /// Attempts in a row.
        attempts: u32,
        /// Openings that were written.
        found: usize,
    },
    /// Openings cannot be selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// Games cannot be used.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// A database of positions cannot be used.
    #[error(transparent)]
    Database(DatabaseCommandError),
    /// Forecasts cannot be measured.
    #[error(transparent)]
    Forecast(#[from] ForecastError),
    /// No new puzzle can be found.
    #[error(
        "no new puzzle in {games} games, after {found}: allow a lower --min-length, a higher --max-length or more --nodes"
    )]
    NoPuzzle {
        /// Games in a row.
        games: u64,
        /// Puzzles that were found.
        found: usize,
    },
    /// The engine refuses the position.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The page cannot be served.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A game in the terminal cannot go on.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A file of puzzles has a line that is none.
    #[error("'{name}': {fault}")]
    PuzzleFile {
        /// The file.
        name: String,
        /// The line and what is wrong with it.
        fault: PuzzleFault,
    },
    /// A command of ox-horn chess fails.
    #[error(transparent)]
    Oxhorn(OxhornError),
    /// A command of Connect6 fails.
    #[error(transparent)]
    Connect6(Connect6Error),
    /// A command of Reversi fails.
    #[error(transparent)]
    Reversi(kagetsu_reversi::cli::CommandError),
    /// `bench` breaks off.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The output file exists already, and neither --resume nor --force is given.
    #[error(
        "'{0}' exists already: give another name, --resume to go on with it, or --force to replace it"
    )]
    Exists(String),
    /// Another process writes the output file.
    #[error("'{0}' is in use: another process writes it")]
    InUse(String),
    /// Ctrl-C has ended the work.
    #[error("interrupted: what was found is kept")]
    Interrupted,
    /// A tournament cannot begin.
    #[error(transparent)]
    TournamentInput(#[from] TournamentInputError),
    /// A tournament breaks off.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The shards of a tournament cannot be joined.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A tuning cannot begin.
    #[error(transparent)]
    TuneInput(#[from] TuneInputError),
    /// A tuning breaks off.
    #[error(transparent)]
    Tuning(#[from] TuningError),
    /// The command line of an engine is empty or its quotes do not match.
    #[error("'{0}' is no command line of an engine")]
    EngineCommand(String),
    /// The program of an engine cannot be started.
    #[error("the program '{program}' cannot be started: {source}")]
    EngineStart {
        /// The name of the program.
        program: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// An engine does not do what every manager expects.
    #[error("{failed} required checks have failed")]
    NotCompliant {
        /// Number of required checks that have failed.
        failed: usize,
    },
    /// Rules of Gomoku are named for an engine that plays another game.
    #[error("--rule is for the protocol gomocup alone: by {0} another game is played")]
    RulesOfProtocol(Protocol),
    /// A network cannot be learned.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A dataset cannot be read.
    #[error("'{path}': {source}")]
    ReadDataset {
        /// The file.
        path: String,
        /// Why it cannot.
        source: ReadDatasetError,
    },
    /// A dataset cannot be written.
    #[error(transparent)]
    WriteDataset(#[from] WriteDatasetError),
    /// Datasets of different games cannot be joined.
    #[error("'{path}' has games of {found}, not of {expected}")]
    OtherDataset {
        /// The file.
        path: String,
        /// Its rule and size.
        found: String,
        /// Those of the first file.
        expected: String,
    },
    /// A review cannot go on with a file.
    #[error("cannot go on with '{path}': {source}")]
    ResumeReview {
        /// The file.
        path: String,
        /// Why it cannot.
        source: ResumeError,
    },
    /// A game for learning cannot be made.
    #[error(transparent)]
    NoGame(#[from] NoGame),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The system does not give the memory that was asked for, in MiB.
    #[error("the system does not give {0} MiB of memory: choose a smaller --memory")]
    NoMemory(u64),
    /// No built-in position has the rule and the size that were asked for.
    #[error("no built-in position has this rule and this size: there are {0}")]
    NoBenchPosition(String),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl From<DatabaseCommandError> for CommandError {
    fn from(error: DatabaseCommandError) -> Self {
        match error {
            DatabaseCommandError::Output(error) => Self::Write(error),
            error => Self::Database(error),
        }
    }
}

impl From<OxhornError> for CommandError {
    fn from(error: OxhornError) -> Self {
        match error {
            OxhornError::Write(error) => Self::Write(error),
            error => Self::Oxhorn(error),
        }
    }
}

impl From<Connect6Error> for CommandError {
    fn from(error: Connect6Error) -> Self {
        match error {
            Connect6Error::Write(error) => Self::Write(error),
            error => Self::Connect6(error),
        }
    }
}

impl From<kagetsu_reversi::cli::CommandError> for CommandError {
    fn from(error: kagetsu_reversi::cli::CommandError) -> Self {
        match error {
            kagetsu_reversi::cli::CommandError::Write(error) => Self::Write(error),
            error => Self::Reversi(error),
        }
    }
}

/// The exit code of a command of another game.
const fn code_of(fault: Fault) -> u8 {
    match fault {
        Fault::Input => CommandError::BAD_INPUT,
        Fault::System => CommandError::FAILURE,
        Fault::Interrupted => INTERRUPTED,
    }
}

impl CommandError {
    const BAD_INPUT: u8 = 2;
    const FAILURE: u8 = 1;

    /// Exit code of the process: 2, as for a bad option, when the input is at fault.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Reading { .. }
            | Self::GameFile(_)
            | Self::Selection(_)
            | Self::Forecast(_)
            | Self::Read { .. }
            | Self::NoFile(_)
            | Self::NoFolder(_)
            | Self::Empty(_)
            | Self::Finished(_)
            | Self::Contradiction(_)
            | Self::Exists(_)
            | Self::InUse(_)
            | Self::EngineCommand(_)
            | Self::RulesOfProtocol(_)
            | Self::EngineStart { .. }
            | Self::Create { .. }
            | Self::SmallBox { .. }
            | Self::NoBenchPosition(_)
            | Self::ReadDataset { .. }
            | Self::ResumeReview { .. }
            | Self::OtherDataset { .. }
            | Self::Train(TrainError::Rule { .. } | TrainError::Start { .. } | TrainError::Empty)
            | Self::TournamentInput(_)
            | Self::TuneInput(_)
            | Self::PuzzleFile { .. }
            | Self::Play(
                PlayError::Options(_) | PlayError::NoPuzzle(_) | PlayError::Game(Refusal::Setup(_)),
            )
            | Self::Engine(EngineError::Evaluation { .. })
            | Self::Tuning(TuningError::ForeignIteration { .. } | TuningError::Shard(_)) => {
                Self::BAD_INPUT
            }
            Self::Database(error) if error.is_bad_input() => Self::BAD_INPUT,
            Self::Output(error) if error.is_bad_input() => Self::BAD_INPUT,
            Self::WriteDataset(error) if !matches!(error, WriteDatasetError::Write(_)) => {
                Self::BAD_INPUT
            }
            Self::Reversi(error) => code_of(error.fault()),
            Self::Connect6(error) => code_of(error.fault()),
            Self::Oxhorn(error) => code_of(error.fault()),
            // A folder that the system refuses is not bad input.
            Self::Tournament(TournamentError::Folder(error)) if !error.is_of_the_system() => {
                Self::BAD_INPUT
            }
            Self::Page(error) if error.is_bad_input() => Self::BAD_INPUT,
            Self::Interrupted | Self::Train(TrainError::Interrupted(_)) => INTERRUPTED,
            Self::Merge(error) if !error.is_of_the_system() => Self::BAD_INPUT,
            Self::Tuning(TuningError::Folder(error)) if !error.is_of_the_system() => {
                Self::BAD_INPUT
            }
            Self::Engine(_)
            | Self::Database(_)
            | Self::Output(_)
            | Self::NoOpening { .. }
            | Self::NoPuzzle { .. }
            | Self::Bench(_)
            | Self::Page(_)
            | Self::Play(_)
            | Self::NotCompliant { .. }
            | Self::Tournament(_)
            | Self::Merge(_)
            | Self::Tuning(_)
            | Self::WriteDataset(_)
            | Self::Train(_)
            | Self::NoGame(_)
            | Self::Thread(_)
            | Self::NoMemory(_)
            | Self::Write(_) => Self::FAILURE,
        }
    }

    /// Whether the reader of the output has closed it, which is no fault.
    pub(super) fn is_broken_pipe(&self) -> bool {
        matches!(
            self,
            Self::Write(error)
            | Self::Bench(BenchError::Write(error))
            | Self::Play(PlayError::Terminal(error))
                if error.kind() == io::ErrorKind::BrokenPipe
        )
    }
}
