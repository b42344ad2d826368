//! Gomoku and Renju as a [`crate::game::Game`]: every rule and size, opening procedures, forbidden points.
//! [`stones`], [`thinker`] and [`proof`] are the only files that touch the engine.

pub mod proof;
mod setup;
mod state;
pub mod stones;
pub mod thinker;

pub use setup::Setup;
pub use state::Gomoku;
pub use stones::{Rule, Stones};
