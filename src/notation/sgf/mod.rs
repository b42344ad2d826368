//! Games in the Smart Game Format, version 4 (A. Hollosi, <https://www.red-bean.com/sgf/sgf4.html>). The number of
//! Gomoku and Renju is `GM[4]`. A point is two letters, column then row, from `a` in the top left corner.

mod read;
mod tree;
mod write;

pub use read::{SgfError, SgfFault, SgfGame, read_sgf};
pub use tree::{SgfMark, SgfMove, SgfNote, SgfTree, read_sgf_tree, write_sgf_tree};
pub use write::write_sgf;
