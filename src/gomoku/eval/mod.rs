//! The static value of a position.

pub mod evaluator;
pub mod nnue;

pub use evaluator::{Evaluator, LOGISTIC_SCALE, PolicyScores, expected_result};
pub use nnue::{Nnue, vector_instructions};
