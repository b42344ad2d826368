//! Games in the Smart Game Format, version 4 (A. Hollosi, <https://www.red-bean.com/sgf/sgf4.html>). The number of
//! Gomoku and Renju is `GM[4]`. A point is two letters, column then row, from `a` in the top left corner.

mod fault;
mod game;
mod head;
mod lexer;
mod main_line;
mod nodes;
mod read;
mod root;
mod tree;
mod value;
mod write;

pub use fault::{SgfError, SgfFault, game_name};
pub use game::{SgfGame, SgfOptions};
pub(crate) use lexer::{begins_with_game, holds_game};
pub use nodes::{SgfCollection, SgfNode, SgfNodes};
pub(crate) use read::{SgfGames, encoding_of};
pub use read::{read_sgf, read_sgf_with};
pub use root::SgfRoot;
pub use tree::{SgfMainLine, SgfMark, SgfMove, SgfNote, SgfTree, read_sgf_tree, write_sgf_tree};
pub use value::sgf_letters;
pub use write::{move_node, write_sgf, write_sgf_moves};
