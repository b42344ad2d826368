//! The conversation with a manager as a state machine without I/O. It takes commands and sends replies through a
//! [`Host`].

mod analysis;
mod balancing;
mod board_block;
mod database;
mod excluding;
mod exclusions;
mod hash;
pub mod host;
mod obeying;
mod openings;
mod pondering;
mod reporter;
mod soosyrv;
pub mod state;
mod swap2;
mod thinking;
mod twins;

pub use host::Host;
pub use state::Session;
