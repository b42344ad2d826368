//! Games of the engine against itself, made to be learned from: many different openings, moves of few nodes each, some
//! moves drawn by lot, and an end as soon as the result is proved.
//!
//! A game depends on the settings and on its own number alone, whatever was played before it and by how many threads.

mod chance;
mod opening;
mod player;
mod settings;
mod thinker;

pub use player::{NoGame, SelfPlayer};
pub use settings::SelfPlaySettings;
