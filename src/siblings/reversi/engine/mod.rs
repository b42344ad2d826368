//! The engine: transposition table, exact endgame search, midgame search.

mod brain;
mod endgame;
mod last;
mod midgame;
mod order;
mod principal;
mod probcut;
mod search;
pub(crate) mod solve;
pub(crate) mod squares;
mod stability;
pub(crate) mod table;
pub mod think;

pub use brain::{Brain, TABLE_BYTES};
pub(crate) use search::Budget;
