//! The board without stones: sizes, points, their names, directions, point sets, symmetries.

pub(crate) mod direction;
pub mod point;
pub(crate) mod point_set;
pub mod rows;
#[cfg(feature = "serde")]
mod serde_forms;
pub mod size;
pub(crate) mod symmetry;

pub use direction::Direction;
pub use point::Point;
pub use point_set::PointSet;
pub use rows::{ParsePointError, Rows};
pub use size::{BoardSize, ParseSizeError, UnsupportedSize};
pub use symmetry::Symmetry;
