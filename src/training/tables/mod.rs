//! Learning the tables of the classical evaluation from games.

mod adam;
mod curves;
mod factors;
mod model;
mod samples;

mod choice_model;
mod value_model;

mod fit;
mod integers;
mod set;

mod measure;

mod trainer;

mod record;

#[cfg(test)]
mod test_games;

pub use fit::EpochLoss;
pub use integers::PROMISE_SCALE;
pub use measure::{CalibrationBin, Losses};
pub use record::{DataSource, TrainingRecord};
pub use set::{Purpose, SampleSet};
pub use trainer::{Part, SampleCounts, TrainSettings, Trained, train};
