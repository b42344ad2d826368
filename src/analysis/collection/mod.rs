//! Many games looked at together: the moves that were played in a position, the openings, and the games in which a position
//! or a pattern of stones occurs. Boards that are equal turned or mirrored are the same.

mod openings;
mod pattern;
mod position;
mod tally;

pub use openings::{Opening, OpeningCounts};
pub use pattern::{Pattern, Placement};
pub use position::{MoveCounts, Occurrence, PlayedMove, PositionQuery};
pub use tally::Tally;
