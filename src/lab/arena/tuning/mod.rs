//! Tuning of an engine's parameters by games: the engine plays against itself with two neighbouring sets of values, and
//! the results move the values. From the bottom up the module holds the parameters, the method, the record of an
//! iteration, the folder, the games of an iteration and its shards, and the run.

mod chart;
mod folder;
mod iteration;
mod iteration_games;
mod live;
mod manifest;
mod parameter;
mod report;
mod runner;
mod shard;
mod spsa;
#[cfg(test)]
mod test_manifest;

pub use folder::{TuningFolder, TuningFolderError};
pub use iteration::Iteration;
pub use iteration_games::TuningSetup;
pub use manifest::{TUNING_SCHEMA, TuningManifest, tuning_schedule};
pub use parameter::{Parameter, ParameterError, is_rate, parameters_text, read_parameters};
pub use report::TuningReport;
pub use runner::{Tuning, TuningEnding, TuningError};
pub use shard::{ShardError, TuningShard};
pub use spsa::{DEFAULT_RATE, SpsaPlan};
