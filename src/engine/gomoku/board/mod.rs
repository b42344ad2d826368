//! Stones on the board: rules, line shapes, threats, candidates, forbidden points, outcomes.

mod audit;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its one object"
)]
pub mod board;
pub(crate) mod candidates;
pub(crate) mod change;
pub mod code;
pub(crate) mod defence;
pub(crate) mod diagram;
mod finished;
pub(crate) mod forbidden;
mod game;
mod line_deltas;
mod line_snapshot;
mod lines;
pub(crate) mod outcome;
pub mod position;
pub mod rule;
#[cfg(feature = "serde")]
mod serde_forms;
pub(crate) mod shape;
mod shape_spec;
mod shape_table;
pub(crate) mod threat;
mod threat_map;

pub use board::Board;
pub use change::Change;
pub use code::PatternCode;
pub use diagram::Diagram;
pub use finished::winning_stones;
pub use game::{Game, GameError};
pub use kagetsu_kernel::Side;
pub use line_snapshot::{LinePattern, LinePatternChange};
pub use outcome::{Foul, IllegalMove, Outcome};
pub use position::{Position, PositionError};
pub use rule::Rule;
pub use shape::Shape;
pub use threat::Threat;
