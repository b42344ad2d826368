//! Why a command of any game fails, and whose fault that is.

use std::error::Error as StdError;
use std::fmt::Display;
use std::io;
use std::path::Path;

use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{OutputError, is_closed_by_reader};
use thiserror::Error;

/// What a failure is due to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What the command was given.
    Input,
    /// Everything else.
    System,
    /// Ctrl-C.
    Interrupted,
    /// Whoever reads the output has closed it, which ends the work and is no failure.
    Closed,
}

impl Fault {
    /// Of an error while the output is written.
    pub fn of_output(error: &io::Error) -> Self {
        if is_closed_by_reader(error) {
            Self::Closed
        } else {
            Self::System
        }
    }
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The results cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A file cannot be an output.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// What the command was given is wrong.
    #[error("{0}")]
    Input(Box<dyn StdError + Send + Sync>),
    /// What belongs to the program is damaged.
    #[error("{0}")]
    System(Box<dyn StdError + Send + Sync>),
    /// Ctrl-C has ended the work.
    #[error("interrupted: {0}")]
    Interrupted(String),
}

impl CommandError {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Write(error) => Fault::of_output(error),
            Self::Output(error) if error.is_bad_input() => Fault::Input,
            Self::Output(_) | Self::System(_) => Fault::System,
            Self::Input(_) => Fault::Input,
            Self::Interrupted(_) => Fault::Interrupted,
        }
    }

    /// What the command was given is wrong.
    pub fn input(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Input(cause.into())
    }

    /// For `map_err`: the system refuses a file that was named, or what it holds is wrong.
    pub fn file<E: Display>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| Self::input(format!("{}: {error}", path.shown()))
    }

    /// There is nothing to play.
    pub fn over(how: &str) -> Self {
        Self::input(format!("the game is over: {how}"))
    }
}

/// Refuses options of the engine beside another player; each stands with whether it was given.
///
/// # Errors
/// One was given.
pub fn refuse_search_options(
    options: impl IntoIterator<Item = (&'static str, bool)>,
) -> Result<(), CommandError> {
    let given = options.into_iter().find(|&(_, is_given)| is_given);
    given.map_or(Ok(()), |(option, _)| {
        Err(CommandError::input(format!(
            "{option} is for the engine: the player that is named does not search"
        )))
    })
}
