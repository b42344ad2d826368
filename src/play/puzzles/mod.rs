//! Puzzles: positions with one right first move, made by `puzzles --set` from games of the engine against itself.
//!
//! [`Puzzles::shipped`] are those of the program, in `puzzles.tsv`; [`Attempt`] judges answers to one of them. No
//! front end is in here.
//!
//! ```
//! use kagetsu_play::puzzles::{Attempt, Judgement, Puzzles};
//! let puzzles = Puzzles::shipped()?;
//! let puzzle = puzzles.list().first().ok_or("no puzzle")?;
//! let mut attempt = Attempt::new(puzzle)?;
//! let first = attempt.hint().ok_or("no hint")?;
//! assert!(!matches!(attempt.answer(first)?, Judgement::Wrong(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod grading;
mod kind;
mod list;
mod puzzle;
#[cfg(test)]
mod tests;

pub use attempt::{Attempt, Judgement};
pub use grading::{Grader, spread};
pub use kind::Kind;
#[cfg(feature = "host")]
pub(crate) use list::SHIPPED as SHIPPED_FILE;
pub use list::{Puzzles, daily};
pub use puzzle::{HEAD, Puzzle, PuzzleFault, RowDefaults};
