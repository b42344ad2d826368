//! The Gomocup protocol with its extensions, as documented in `protocol-docs`. [`parse`] turns lines into commands. `session`
//! answers them; it is a state machine without I/O. [`mod@serve`] gives both to the host of the kernel, which reads and
//! writes. [`gtp`] is the other protocol, for programs that come from Go.
//!
//! A pair of numbers is kept in the order in which it is sent, and its first number is always a point's column. For a
//! manager that means row and column, the board is reflected at its diagonal. This matters only for the order of
//! unequal sides in `START` and for the labels of points.
//!
//! ```
//! use kagetsu_protocol::Command;
//! use kagetsu_protocol::command::Pair;
//! use kagetsu_kernel::line_host::LineSplitter;
//! use kagetsu_protocol::parse::Parser;
//!
//! let (mut parser, mut commands) = (Parser::new(), Vec::new());
//! LineSplitter::new().feed(b"turn 7,8\r\nEND\r\n", |line| {
//!     parser.line(line, |command| commands.push(command));
//! });
//! assert_eq!(commands, [Command::Turn(Pair { first: 7, second: 8 }), Command::End]);
//! ```

mod arguments;
pub mod command;
pub mod database_request;
pub mod database_service;
mod detail;
pub mod error;
pub mod gtp;
pub mod info;
#[cfg(test)]
mod made_up;
pub mod parse;
pub mod placing;
mod reply;
pub mod serve;
pub(crate) mod session;
pub mod settings;
mod transcript_log;
mod words;

pub use command::Command;
pub use detail::search_message;
pub use reply::Reply;
pub use serve::{Extras, serve};
pub use session::{Host, Session};
pub use transcript_log::TranscriptLog;
