//! The engine: transposition table, exact endgame search, midgame search.

mod brain;
mod endgame;
mod last;
mod midgame;
mod order;
mod principal;
pub mod probcut;
mod question;
mod search;
pub mod solve;
mod squares;
pub mod stability;
pub mod table;
pub mod think;

pub use brain::{Brain, TABLE_BYTES};
pub use search::{Budget, Options};
