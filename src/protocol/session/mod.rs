//! The conversation with a manager as a state machine without I/O: a command comes in, replies go out through a
//! [`Host`]. What the protocol calls own and opponent's stones becomes Black and White here and nowhere else.

mod analysis;
mod board_block;
pub mod host;
mod reporter;
pub mod state;
mod swap2;

pub use host::{Fate, Host, Scope};
pub use state::Session;
