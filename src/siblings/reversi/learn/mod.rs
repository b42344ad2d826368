//! Learning the evaluation from nothing: games of the engine against itself, labels, regression.
//!
//! A run is determined by its plan: the same plan gives the same weights, byte by byte.

mod errors;
mod plan;
mod regression;
mod selfplay;

pub use errors::fit_errors;
pub use plan::{LearnProgress, Plan, learn};
pub use regression::{Fit, Quality, fit};
pub use selfplay::{Generation, Play, Sample, games};
