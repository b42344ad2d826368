//! The learned evaluation: pattern contents, phases, weights and their file.

mod errors;
mod features;
mod file;
mod patterns;
mod row;
mod weights;

pub use errors::ErrorModel;
pub use features::Node;
pub use file::WeightsError;
pub use row::Row;
pub(crate) use row::row_of;
pub use weights::{Learned, UNITS, Weights};
