//! The manager's language, as documented in `protocol-docs`. Bytes become commands ([`lines`], [`parse`]),
//! a state machine without I/O answers them ([`session`]), and [`mod@serve`] connects it to a reader and a writer.
//!
//! A pair of numbers is kept in the order in which it is sent, and its first number is always a point's column.
//! Managers that mean row and column thus see the board mirrored along its diagonal, which changes nothing but
//! the order of unequal sides in `START` and the labels of the points.

pub mod command;
pub mod detail;
pub mod error;
pub mod info;
pub mod lines;
pub mod mailbox;
pub mod parse;
pub mod reply;
pub mod serve;
pub mod session;
pub mod settings;
mod words;

pub use command::Command;
pub use reply::Reply;
pub use serve::serve;
pub use session::{Host, Session};
