//! `analyse`: reviews games, or answers queries for other programs; `calibrate`: fits the probabilities that a review uses.

mod args;
mod calibrate;
mod files;
mod output;
mod queries;
mod run;

pub(super) use args::AnalyseArgs;
pub(super) use calibrate::{CalibrateArgs, run as calibrate};
pub(super) use run::run;
