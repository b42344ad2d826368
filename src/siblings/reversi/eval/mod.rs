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
pub use row::{Row, row_of};
pub use weights::{KNOT_PLIES, KNOTS, Learned, UNITS, Weights};
