//! The static value of a position.

pub mod evaluator;
pub mod nnue;

pub use evaluator::{Evaluator, LOGISTIC_SCALE, PolicyScores};
pub use nnue::Nnue;
