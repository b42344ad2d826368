//! The contents of `tuning.json`: all settings that decide which games are played and how, which must be the same when a
//! tuning goes on, and those of its last run, which may change.

use serde::{Deserialize, Serialize};

use crate::manifest::{OpeningSource, RunChoices};
use crate::schedule::{Format, Schedule, ScheduleError};
use crate::settings::{EngineSpec, GameSettings};

use super::parameter::Parameter;
use super::spsa::SpsaPlan;

/// Version of the format of [`TuningManifest`]. It is raised when older folders cannot be continued.
pub const TUNING_SCHEMA: u32 = 1;
/// Number of sides of a pair.
pub(super) const SIDES: usize = 2;

/// The settings of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningManifest {
    /// [`TUNING_SCHEMA`].
    pub schema: u32,
    /// Version of the program that runs the tuning.
    pub version: String,
    /// The engine, without the values that are tuned.
    pub engine: EngineSpec,
    /// The settings that all games share.
    pub game: GameSettings,
    /// The parameters, with the values at the start.
    pub parameters: Vec<Parameter>,
    /// The number of iterations, and the settings of the method.
    pub plan: SpsaPlan,
    /// Where the openings come from; `None` for the empty board.
    pub openings: Option<OpeningSource>,
    /// [`Schedule::fingerprint`].
    pub schedule: String,
    /// How the games were last run, which may change. Without it no fault stops the tuning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunChoices>,
}

/// All games of a tuning. Every pair of every iteration has one opening, which both sides play with each colour.
///
/// # Errors
/// When there are no games, or more than can be numbered.
pub fn tuning_schedule(openings: Vec<String>, pairs: u32) -> Result<Schedule, ScheduleError> {
    Schedule::new(SIDES, Format::RoundRobin, openings, pairs)
}
