//! Errors in the settings of a tuning.

use std::io;
use std::path::PathBuf;

use crate::error::Cause;
use crate::tournament::TournamentInputError;
use kagetsu_arena::schedule::ScheduleError;
use kagetsu_arena::tuning::{ParameterError, ShardError};
use kagetsu_kernel::ShowPath as _;

/// Why a tuning does not begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TuneInputError {
    /// The file of the parameters cannot be read.
    #[error("cannot read '{}': {source}", path.shown())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The parameters cannot be tuned.
    #[error("'{}': {source}", path.shown())]
    Parameters {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ParameterError,
    },
    /// The file holds no shard of a tuning.
    #[error("'{}': {source}", path.shown())]
    Shard {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ShardError,
    },
    /// The number of engines is not one.
    #[error("{0} engines cannot be tuned together: give --engine once")]
    Engines(usize),
    /// An option of the engine that is also a tuned parameter.
    #[error("'{0}' is to be tuned, but --engine gives it a value")]
    Given(String),
    /// The number of iterations or pairs is zero.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The games cannot be prepared.
    #[error(transparent)]
    Games(#[from] TournamentInputError),
}

impl Cause for TuneInputError {}
