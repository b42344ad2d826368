//! A scripted examination of an engine: does it speak the Gomocup protocol as managers expect, keep its limits, know
//! the rules, and survive odd input? Every check starts a process of its own, so that no check affects another.

pub mod examinee;
pub mod rules;

pub mod limits;
pub mod odd_input;
pub mod talk;

pub mod checks;

pub use checks::{Check, Weight, checks, examine};
