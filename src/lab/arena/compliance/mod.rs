//! A scripted examination of an engine: does it speak its protocol as managers expect, keep its limits, know the rules,
//! and survive odd input? Every check starts a process of its own, so that no check affects another.

mod conversation;

mod examinee;
mod limits;
mod odd_input;
pub mod rules;
mod stopwatch;
mod talk;

mod connect6;
mod gtp;
mod nboard;
mod reversi;

mod check;
mod checks;

pub use check::{Check, Finding, Weight, examine, try_start};
pub use checks::checks;
