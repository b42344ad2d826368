//! The loop that serves every line-based protocol on two streams: a line comes in, lines go out.
//!
//! A protocol brings two parts, neither of which knows streams or threads: a [`LineParser`] turns lines into messages, and
//! a [`LineSession`] answers them. [`serve()`] reads and parses on one thread, answers on a second and writes on a third, so
//! that a message ends the search that another one began, and the last message is obeyed whatever the session does. A
//! protocol whose lines are text and whose list of lines in a pipe is answered in full is a [`Dialogue`] instead.
//!
//! ```
//! use std::io;
//! use kagetsu_kernel::line_host::{
//!     Delivery, Host, InputLine, LineParser, LineSession, Message, line_writer, serve,
//! };
//!
//! struct Word(String);
//! impl Message for Word {
//!     fn interrupts(&self) -> bool { self.ends() }
//!     fn ends(&self) -> bool { self.0 == "quit" }
//! }
//!
//! struct Words;
//! impl LineParser for Words {
//!     type Message = Word;
//!     fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(Word)) {
//!         take(Word(String::from_utf8_lossy(line.bytes).into_owned()));
//!     }
//! }
//!
//! struct Echo;
//! impl LineSession for Echo {
//!     type Message = Word;
//!     const DELIVERY: Delivery = Delivery::Complete;
//!     fn answer(&mut self, word: Word, host: &mut Host<'_, Word>) { host.say(word.0); }
//! }
//!
//! serve(&b"good day\nquit\n"[..], line_writer(io::sink()), Words, Echo)?;
//! # Ok::<(), kagetsu_kernel::line_host::ServeError>(())
//! ```

mod dialogue;
mod lines;
mod mailbox;
mod serve;
#[cfg(test)]
mod tests;

pub use dialogue::{Answer, Dialogue, Effect, converse};
pub use lines::{InputLine, LineSplitter, MAX_LINE};
pub use mailbox::{Delivery, MAX_WAITING, Message, ResultUse, Scope, WEIGHT_BYTES};
pub use serve::{Host, LineParser, LineSession, ServeError, line_writer, serve};
