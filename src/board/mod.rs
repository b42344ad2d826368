//! Layer 2: stones on the board: rules, line shapes, threats, candidates, forbidden points, outcomes.

pub mod diagram;
pub mod position;
pub mod rule;
pub mod side;

pub use diagram::Diagram;
pub use position::{Position, PositionError};
pub use rule::Rule;
pub use side::Side;
