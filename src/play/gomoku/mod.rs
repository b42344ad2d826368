//! Gomoku and Renju as a [`crate::game::Game`]: every rule and size, opening procedures, forbidden points.
//! [`stones`], [`thinker`], [`tree_step`] and `proof` are the only files here that touch the engine.

pub(crate) mod proof;
mod setup;
mod state;
pub mod stones;
pub mod thinker;
pub mod tree_step;

pub use setup::Setup;
pub use state::Gomoku;
pub use stones::{Rule, Stones};
