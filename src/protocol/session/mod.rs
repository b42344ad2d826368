//! The conversation with a manager as a state machine without I/O. It takes commands and sends replies through a
//! [`Host`]. Only this module turns the protocol's own and opponent's stones into Black and White.

mod analysis;
mod balancing;
mod board_block;
mod excluding;
mod exclusions;
pub mod host;
mod reporter;
pub mod state;
mod swap2;

pub use host::{Fate, Host, Scope};
pub use state::Session;
