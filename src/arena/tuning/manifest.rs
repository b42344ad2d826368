//! What `tuning.json` holds: everything that decides which games are played and how. A tuning that is taken up again
//! must agree with it in every word.

use serde::Serialize;

use crate::manifest::OpeningSource;
use crate::schedule::{Format, Schedule, ScheduleError};
use crate::settings::{EngineSpec, GameSettings};
use kagetsu_gomoku::geometry::Point;

use super::parameter::Parameter;
use super::spsa::SpsaPlan;

/// Version of the form of [`TuningManifest`]; raised when older folders cannot be continued.
pub const TUNING_SCHEMA: u32 = 1;
/// The two sides.
pub(super) const SIDES: usize = 2;

/// The settings of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningManifest {
    /// [`TUNING_SCHEMA`].
    pub schema: u32,
    /// Version of the program that runs the tuning.
    pub version: String,
    /// The engine, without the values that are tuned.
    pub engine: EngineSpec,
    /// What all games have in common.
    pub game: GameSettings,
    /// What is tuned, with the values from which it starts.
    pub parameters: Vec<Parameter>,
    /// How long, and how.
    pub plan: SpsaPlan,
    /// Where the openings come from; `None` for the empty board.
    pub openings: Option<OpeningSource>,
    /// [`Schedule::fingerprint`], in hexadecimal.
    pub schedule: String,
}

/// All games of a tuning: for every pair of every iteration an opening, which both sides play with either colour.
///
/// # Errors
/// When there are no games, or more than can be numbered.
pub fn tuning_schedule(openings: Vec<Vec<Point>>) -> Result<Schedule, ScheduleError> {
    Schedule::new(SIDES, Format::RoundRobin, openings)
}
