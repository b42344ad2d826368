//! The study of a game of gomoku: a tree of moves that were tried beside it, with comments and marks. `Study` is that
//! tree as it is worked on; `Tree` is its plain form, in which it is kept and written to files.

mod explorer;
pub(crate) mod file;
mod plain;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use explorer::{Explored, Explorer, Known, KnownMove, KnownResult};
pub(crate) use plain::{Mark, NodeId, Place, Tree};
pub(crate) use tree::{LeftOut, Study};
pub(crate) use view::StudyView;
