//! Who can be played against: the levels of the engine, and weak players for comparison.

pub mod four_rules;
mod level;

pub use level::{Level, LevelError};
