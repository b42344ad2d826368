//! Playing in a terminal: games and puzzles by typed lines, from any input to any output, so that scripts and tests can play
//! as well; and games on the full screen.

mod board;
mod confirm;
mod error;
mod files;
#[cfg(test)]
mod files_tests;
mod new_game;
mod options;
mod plain;
mod puzzles;
#[cfg(test)]
mod puzzles_tests;
mod rules;
#[cfg(feature = "screen")]
pub mod screen;
mod start;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use crate::table::Begins;
pub use error::PlayError;
pub use options::{Options, shows_circles};
pub use plain::run;
pub use puzzles::{PuzzleChoice, PuzzleOptions, run_puzzles};
