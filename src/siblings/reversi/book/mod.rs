//! A book of openings that the engine grows by searches of its own.
//!
//! - [`Book`]: positions with a searched score for each of their moves, one position for all that are symmetric;
//! - [`values`](Values): scores carried back from later positions to earlier ones;
//! - [`grow()`]: which position comes next, and its searches;
//! - [`mod@file`]: the text file with its checksum;
//! - [`Choice`]: a move for play, with variety that depends on a seed.

mod choice;
mod entries;
pub(crate) mod file;
mod grow;
mod values;

pub(crate) use choice::Choice;
pub(crate) use entries::{Book, Step, step};
pub(crate) use grow::{Growth, grow};
pub(crate) use values::Values;
