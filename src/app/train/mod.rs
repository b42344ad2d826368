//! `train`: learns the network of the evaluation from games.

mod args;
mod charts;
mod files;
mod kept;
mod run;
mod summary;

pub(super) use args::TrainArgs;
pub(super) use run::run;
