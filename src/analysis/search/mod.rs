//! One search of one position. A search does not depend on those before it: the engine forgets them.

mod effort;
mod searcher;

pub use effort::Effort;
pub use searcher::{FoundLine, Searched, Searcher, a_move_earlier};
