//! Gomoku and Renju as a [`crate::game::Game`]: every rule and size, opening procedures, forbidden points.
//! [`bridge`] is the only file that touches the engine, [`record`] the only one that touches file formats.

pub mod bridge;
pub mod record;
mod setup;
mod state;

pub use bridge::{Rule, Stones};
pub use setup::{Editor, Setup};
pub use state::{CHOICES, Gomoku, procedures_for};
