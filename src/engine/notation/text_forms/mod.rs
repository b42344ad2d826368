//! What people type and paste: moves in every common writing, pictures of a board, blocks of the protocol, tables, links
//! and the line of the page.

pub(crate) mod block;
pub(crate) mod error;
pub(crate) mod link;
pub(crate) mod move_list;
pub(crate) mod page_line;
pub(crate) mod picture;
pub(crate) mod table;
