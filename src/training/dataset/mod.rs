//! Games with the scores of the search: what is learned from.

mod record;

pub use record::{Alternative, GameRecord, GameResult, Ply};
