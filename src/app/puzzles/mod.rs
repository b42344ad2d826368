//! `puzzles`: makes problems with one right first move, from games of files or of the engine against itself.

mod args;
mod defending;
mod files;
mod finder;
mod grading;
mod make;
mod self_play;
mod sheet;
mod text;

pub(super) use args::PuzzlesArgs;
pub(super) use make::run;
