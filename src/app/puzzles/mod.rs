//! `puzzles`: makes problems in which one first move alone wins, from games of files or of the engine against itself.

mod files;
mod finder;
mod make;
mod self_play;
mod text;

pub use files::{GameFileError, UnusableGame};
pub(super) use make::run;
