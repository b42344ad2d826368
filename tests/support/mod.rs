//! Helpers shared by the test programs: a slow referee, readers of the data files, and searches. Referee and readers do
//! not use the engine's algorithms.

#![allow(
    dead_code,
    reason = "every test program compiles this module and uses only a part of it"
)]

pub(crate) mod cases;
pub(crate) mod filling;
pub(crate) mod openings;
pub(crate) mod oracle;
pub(crate) mod puzzles;
pub(crate) mod searching;
