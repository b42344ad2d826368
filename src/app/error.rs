//! Why a sub-command fails: whose fault it is, which alone decides the exit code, and the cause, which is what is said.

use std::error::Error;
use std::fmt;
use std::io;
use std::iter;

use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_arena::tournament::{MergeError, TournamentError};
use kagetsu_arena::tuning::TuningError;
use kagetsu_gomoku::bench::BenchError;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_kernel::file::OutputError;
use kagetsu_play::page::PageError;
use kagetsu_play::terminal::PlayError;
use kagetsu_siblings::command::{CommandError as SiblingError, Fault};
use kagetsu_training::dataset::WriteDatasetError;
use kagetsu_training::selfplay::NoGame;
use kagetsu_zero::run::RunError;

use super::interrupt::{COMPLETE, INTERRUPTED};

/// Exit code of bad input, as for a bad option or a file that cannot be used.
pub(crate) const BAD_INPUT: u8 = 2;
/// Exit code of any other failure.
const FAILURE: u8 = 1;

/// Why a sub-command fails.
#[derive(Debug)]
pub(crate) struct CommandError {
    fault: Fault,
    cause: Box<dyn Error + Send + Sync>,
}

/// An error with which a sub-command may fail.
pub(crate) trait Cause: Error + Send + Sync + 'static {
    /// Whose fault it is.
    fn fault(&self) -> Fault;
}

impl CommandError {
    fn new(fault: Fault, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        Self { fault, cause }
    }

    /// The input is at fault.
    pub(crate) fn input(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(Fault::Input, cause)
    }

    /// The input is not at fault.
    pub(crate) fn system(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(Fault::System, cause)
    }

    /// Ctrl-C has ended the work.
    pub(crate) fn interrupted(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(Fault::Interrupted, cause)
    }

    /// Ctrl-C has ended work of which nothing is left.
    pub(crate) fn nothing_kept() -> Self {
        Self::interrupted("interrupted: nothing is kept")
    }

    /// For `map_err`: a file or standard input cannot be read.
    pub(crate) fn unreadable(name: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::NotFound => {
                Self::input(format!("cannot read '{name}': there is no such file"))
            }
            _ => Self::input(format!("cannot read '{name}': {error}")),
        }
    }

    /// For `map_err`: a file or a folder cannot be made.
    pub(crate) fn uncreated(name: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::input(format!("cannot create '{name}': {error}"))
    }

    /// Whether the reader of the output has closed it, which is no failure.
    pub(crate) fn is_of_closed_output(&self) -> bool {
        self.fault == Fault::Closed
    }

    /// Exit code of the process.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self.fault {
            Fault::Input => BAD_INPUT,
            Fault::System => FAILURE,
            Fault::Interrupted => INTERRUPTED,
            Fault::Closed => COMPLETE,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl<C: Cause> From<C> for CommandError {
    fn from(cause: C) -> Self {
        Self::new(cause.fault(), cause)
    }
}

/// The output cannot be written.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        Self::new(Fault::of_output(&error), format!("cannot write: {error}"))
    }
}

const fn input_if(is_bad_input: bool) -> Fault {
    if is_bad_input {
        Fault::Input
    } else {
        Fault::System
    }
}

/// Whose fault it is that the folder of a job cannot be used: the system's where it has failed. That a file is no text is no
/// failure of the system.
fn of_folder(error: &(dyn Error + 'static)) -> Fault {
    let mut causes = iter::successors(Some(error), |&error| error.source());
    let is_of_the_system = |failure: &io::Error| failure.kind() != io::ErrorKind::InvalidData;
    input_if(!causes.any(|cause| {
        let failure = cause.downcast_ref::<io::Error>();
        failure.is_some_and(is_of_the_system)
    }))
}

impl Cause for OutputError {
    fn fault(&self) -> Fault {
        match self {
            // It may be a pipe.
            Self::Write { source, .. } => Fault::of_output(source),
            _ => Fault::Input,
        }
    }
}

impl Cause for DatabaseError {
    fn fault(&self) -> Fault {
        input_if(!matches!(self, Self::Store { .. } | Self::Busy(_)))
    }
}

impl Cause for EngineError {
    fn fault(&self) -> Fault {
        input_if(!matches!(self, Self::Position(_)))
    }
}

impl Cause for BenchError {
    fn fault(&self) -> Fault {
        match self {
            Self::Write(error) => Fault::of_output(error),
            _ => Fault::System,
        }
    }
}

impl Cause for RunError {
    fn fault(&self) -> Fault {
        match self {
            Self::Interrupted => Fault::Interrupted,
            error => input_if(error.is_bad_input()),
        }
    }
}

impl Cause for NoGame {
    fn fault(&self) -> Fault {
        Fault::System
    }
}

impl Cause for WriteDatasetError {
    fn fault(&self) -> Fault {
        input_if(!matches!(self, Self::Write(_)))
    }
}

impl Cause for TournamentError {
    fn fault(&self) -> Fault {
        match self {
            Self::Folder(error) => of_folder(error),
            _ => Fault::System,
        }
    }
}

impl Cause for MergeError {
    fn fault(&self) -> Fault {
        of_folder(self)
    }
}

impl Cause for TuningError {
    fn fault(&self) -> Fault {
        match self {
            Self::Folder(error) => of_folder(error),
            Self::ForeignIteration { .. } | Self::Shard(_) => Fault::Input,
            Self::Worker(_) | Self::Engine(_) | Self::Figure(_) => Fault::System,
        }
    }
}

impl Cause for PageError {
    fn fault(&self) -> Fault {
        input_if(self.is_bad_input())
    }
}

impl Cause for PlayError {
    fn fault(&self) -> Fault {
        match self {
            Self::Options(_) | Self::Engines(_) | Self::Progress { .. } => Fault::Input,
            Self::Terminal(error) => Fault::of_output(error),
            Self::Game(_) | Self::Texts(_) | Self::Puzzles(_) | Self::Chapters(_) => Fault::System,
        }
    }
}

impl Cause for SiblingError {
    fn fault(&self) -> Fault {
        Self::fault(self)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use kagetsu_arena::folder::FolderError;
    use kagetsu_arena::tournament::TournamentFolderError;

    use super::*;

    #[test]
    fn the_fault_decides_the_exit_code_and_the_cause_is_what_is_said() {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let folder = |source: io::Error| {
            let path = PathBuf::new();
            TournamentFolderError::from(FolderError::File { path, source })
        };
        let output = |source: io::Error| {
            let name = "-".to_string();
            OutputError::Write { name, source }
        };
        let no_text = io::Error::from(io::ErrorKind::InvalidData);
        for (error, code, is_closed) in [
            (CommandError::input("wrong"), 2, false),
            (CommandError::system("wrong"), 1, false),
            (CommandError::interrupted("wrong"), 130, false),
            (full().into(), 1, false),
            (closed().into(), 0, true),
            (BenchError::Write(closed()).into(), 0, true),
            (PlayError::Terminal(closed()).into(), 0, true),
            (PlayError::Terminal(full()).into(), 1, false),
            (SiblingError::Write(closed()).into(), 0, true),
            (output(closed()).into(), 0, true),
            (output(full()).into(), 1, false),
            (SiblingError::over("won").into(), 2, false),
            (EngineError::NoLegalMove.into(), 2, false),
            (MergeError::from(folder(full())).into(), 1, false),
            (TournamentError::from(folder(full())).into(), 1, false),
            (TournamentError::from(folder(no_text)).into(), 2, false),
            (DatabaseError::Busy(PathBuf::new()).into(), 1, false),
            (DatabaseError::Foreign(PathBuf::new()).into(), 2, false),
            // A file is not the output.
            (WriteDatasetError::Write(closed()).into(), 1, false),
        ] {
            assert_eq!(error.exit_code(), code, "{error}");
            assert_eq!(error.is_of_closed_output(), is_closed, "{error}");
        }
        let error = CommandError::from(SiblingError::over("won"));
        assert_eq!(error.to_string(), "the game is over: won");
        let text = CommandError::from(full()).to_string();
        assert!(text.starts_with("cannot write: "), "{text}");
    }
}
