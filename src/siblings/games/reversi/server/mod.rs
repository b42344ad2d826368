//! Protocols on standard input and output: `NBoard`, GTP, and a plain text one.
//!
//! Each is a [`Dialogue`] for [`serve`]. A list of commands in a pipe is answered in full: the end of the input ends no search.

mod gtp;
mod nboard;
mod pace;
mod player;
mod text;

pub use gtp::Gtp;
pub use nboard::NBoard;
pub use pace::Pace;
pub use player::Player;
pub use text::Text;

pub use crate::line_host::{Answer, Dialogue, Incoming, Next, serve};

/// The longest line that is read, in bytes: games are told on one line.
const MAX_LINE: u64 = 1 << 16;
