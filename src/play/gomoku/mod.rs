//! Gomoku and Renju as a [`crate::game::Game`]: every rule and size, opening procedures, forbidden points.
//! [`stones`], [`thinker`] and [`proof`] are the only files that touch the engine, [`record`] the only one that touches file
//! formats.

pub mod proof;
pub mod record;
mod setup;
mod state;
pub mod stones;
pub mod thinker;

pub use setup::Setup;
pub use state::Gomoku;
pub use stones::{Rule, Stones};
