//! The study of a game of gomoku: a tree of moves that were tried beside it, with comments and marks. `Study` is that
//! tree as it is worked on; [`Tree`] is its plain form, in which it is kept and written to files.

mod explorer;
pub mod file;
mod mark;
mod place;
mod plain;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use explorer::{Explored, Explorer, Known, KnownMove, KnownResult};
pub use mark::{Mark, Note};
pub(crate) use place::NodeId;
pub use place::Place;
pub use plain::{Tree, TreeMove};
pub(crate) use tree::Study;
pub(crate) use view::NoteView;
pub use view::{NodeView, StudyView};
