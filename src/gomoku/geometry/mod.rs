//! The board as a shape, without stones: sizes, points, directions, point sets, symmetries.

pub mod direction;
pub mod point;
pub mod point_set;
pub mod size;
pub mod symmetry;

pub use direction::Direction;
pub use point::{ParsePointError, Point, parse_moves};
pub use point_set::PointSet;
pub use size::{BoardSize, ParseSizeError, UnsupportedSize};
pub use symmetry::Symmetry;
