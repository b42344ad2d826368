//! Openings: reading them from files, checking them against the rule, and assigning them to the pairs of a schedule.

mod book;
mod check;
mod line;
mod reader;
#[cfg(test)]
mod reader_tests;

pub use book::{BookOrder, Shuffle, Symmetries, canonical_form, deal_openings};
pub use check::check_opening;
pub use line::{moves_on, offset_line, pos_line};
pub use reader::{OpeningError, ReadOptions, parse_openings, read_openings};
