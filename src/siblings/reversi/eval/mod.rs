//! The learned evaluation: pattern contents, phases, weights and their file.

mod errors;
mod features;
mod file;
mod patterns;
mod row;
mod weights;

pub(crate) use errors::ErrorModel;
pub(crate) use features::Node;
pub use file::WEIGHTS;
pub(crate) use row::{Row, row_of};
pub use weights::Learned;
pub(crate) use weights::Weights;
