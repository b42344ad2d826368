//! Learning the evaluation from nothing: games of the engine against itself, labels, regression.
//!
//! A run is determined by its plan: the same plan gives the same weights, byte by byte.

mod errors;
mod plan;
mod regression;
mod selfplay;

pub(crate) use plan::{LearnProgress, Plan, learn};
