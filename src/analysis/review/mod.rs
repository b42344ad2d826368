//! The moves of games, judged.
//!
//! The value of a position is that of its search. The value of a move is that of the position after it, seen from the
//! other side. What a move costs is the difference of the two in the probability to win. A move that the search itself
//! prefers costs nothing, unless the next search shows that it is bad: then the other moves are searched as well, and
//! the best of them is what the move is compared with.
//!
//! Every position is searched by itself and once, whichever games it occurs in, so that the judgement depends neither on
//! the order of the searches nor on the number of threads, if the effort has no time limit.

mod judge;
mod plan;

pub use judge::{MoveReview, review};
pub use kagetsu_kernel::grade::Grade;
pub use plan::Plan;
