//! Tuning: the numbers of an engine are moved by games that it plays against itself with two neighbouring sets of
//! them. From the bottom up: the numbers, the method, what is kept of an iteration, the folder, and the run.

pub mod chart;
pub mod folder;
pub mod iteration;
pub mod live;
pub mod manifest;
pub mod parameter;
pub mod report;
pub mod runner;
pub mod spsa;
#[cfg(test)]
mod test_manifest;

pub use folder::{TuningFolder, TuningFolderError};
pub use iteration::Iteration;
pub use manifest::{TUNING_SCHEMA, TuningManifest, tuning_schedule};
pub use parameter::{
    Parameter, ParameterError, check_parameters, is_rate, parameters_text, read_parameters,
};
pub use report::TuningReport;
pub use runner::{PlayersFor, Tuning, TuningEnding, TuningError, TuningRun};
pub use spsa::{DEFAULT_RATE, Spsa, SpsaPlan};
