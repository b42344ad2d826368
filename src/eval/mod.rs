//! Layer 3: the static value of a position.

pub mod classical;
pub mod evaluator;

pub use classical::Classical;
pub use evaluator::{Evaluator, LOGISTIC_SCALE};
