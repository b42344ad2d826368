//! The engine: transposition table, exact endgame search.

mod endgame;
mod last;
mod order;
pub mod probcut;
mod search;
pub mod solve;
mod squares;
pub mod stability;
pub mod table;

pub use search::{Budget, Options};
