//! The static value of a position.

pub(crate) mod evaluator;
pub mod nnue;
pub mod win_probability;

pub use evaluator::{Evaluator, LOGISTIC_SCALE, POLICY_SCALE, PolicyScores};
pub use nnue::{Nnue, vector_instructions};
pub use win_probability::win_probability;
