//! Libraries of `RenLib`, `*.lib`: a tree of moves on a board of 15x15 with comments.
//!
//! The layout was learned from the public source of `RenLib` (F. Arkbo). A file of version 3 begins with 20 bytes: FF,
//! `RenLib`, FF, the version as two bytes, and ten bytes FF. Older files have no such head and begin with the move h8.
//! Then follow the nodes in depth-first order, two bytes each:
//!
//! - the point, `16 * row + column` with the row from 0 at the top and the column from 1; 0 is the root or a pass,
//! - flags: 80 a sibling comes later, 40 no child, 20 comment of the old form, 10 mark, 08 comment, 04 start of a
//!   search, 02 no stone, 01 two more bytes of flags follow, of which the last bit says that there is text for the board.
//!
//! A comment, and then the text for the board, follow their node, padded to an even number of bytes. A text ends with a
//! zero; one of the old form ends with a byte whose high bit is set. Byte 8 parts the title from the rest.

mod read;
mod tree;
mod write;

pub use read::{is_renlib, read_renlib, read_renlib_in};
pub use tree::{RenLibNode, RenLibTree};
pub use write::write_renlib;
