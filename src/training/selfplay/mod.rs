//! Games of the engine against itself, made to be learned from: many different openings, moves of few nodes each, some
//! moves drawn by lot, and an end as soon as the result is proved.
//!
//! A game depends on the recipe and on its own number alone, whatever was played before it and by how many threads.

mod chance;
mod opening;
mod player;
mod recipe;
mod thinker;

pub use player::{NoGame, Player};
pub use recipe::Recipe;
