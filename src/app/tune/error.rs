//! What can be wrong with the settings of a tuning.

use std::io;
use std::path::PathBuf;

use crate::tournament::TournamentInputError;
use kagetsu_arena::schedule::ScheduleError;
use kagetsu_arena::tuning::ParameterError;

/// Why a tuning does not begin.
#[derive(Debug, thiserror::Error)]
pub enum TuneInputError {
    /// The file of the parameters cannot be read.
    #[error("cannot read '{}': {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The parameters cannot be tuned.
    #[error("'{}': {source}", path.display())]
    Parameters {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ParameterError,
    },
    /// More or fewer than one engine.
    #[error("{0} engines cannot be tuned together: give --engine once")]
    Engines(usize),
    /// A value that is given, though it is to be found.
    #[error("'{0}' is to be tuned, but --engine gives it a value")]
    Given(String),
    /// Nothing can be played.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The games cannot be prepared.
    #[error(transparent)]
    Games(#[from] TournamentInputError),
}
