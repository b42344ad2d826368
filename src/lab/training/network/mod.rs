//! Training of the evaluation network from games.
//!
//! One network, described in [`eval::nnue`](kagetsu_gomoku::eval::nnue), gives the values of positions and the policy
//! scores of moves. Both are learned at once from the same games. `samples` turns games into training samples. `goal`
//! states the loss function. `pass` computes the loss and its gradient, `shared_parameters` lets similar patterns learn
//! from each other, and Black from the positions of White, `fit` minimises the loss, and `measure` evaluates a network on
//! games.
//!
//! Equal files and settings give equal bytes on any machine, with any number of threads. Sums are cut into parts that
//! do not depend on the number of threads, and the parts are added in a fixed order. Exponentials and logarithms come
//! from the `libm` crate, not from the system. No multiplication is fused with an addition. Random numbers come from
//! [`Rng`](kagetsu_kernel::rng::Rng). The [`TrainingRecord`] in the network's file names data, settings and losses, but
//! neither machine nor time.
//!
//! The folder `src/lab/training/experiments` holds what was measured.

mod adam;
mod code_counts;
mod curves;
mod samples;

mod labels;
mod layout;
mod matrix;
mod shared_parameters;

mod goal;
mod neighbour_pass;
mod pass;
mod pass_input;

mod averaging;
mod fit;
mod set;
mod settings;
mod start;
mod steps;

mod measure;

mod trainer;

mod record;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod gradient_check;
#[cfg(test)]
mod same_everywhere;
#[cfg(test)]
mod test_games;

pub use fit::{EpochLoss, TrainEvent, TrainFault};
pub use goal::TrainedParts;
pub use labels::{DecidedPositions, LabelledPosition, SampleRules, labelled_positions};
pub use measure::{CalibrationBin, NetworkLosses, calibration_error};
pub use record::{DataSource, TrainingRecord};
pub use set::{DataSplit, SampleCounts, SampleSet};
pub use settings::TrainSettings;
pub use trainer::{Trained, train};
