//! Games of a network against itself, and what it learns from them.

mod games;
mod noise;
mod train;

pub use games::{GameRecord, ReadGameError, Searched, play_game};
pub use train::{Learned, learn};
