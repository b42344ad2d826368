//! Openings: reading them from files, checking them against the rule, and assigning them to the pairs of a schedule.

mod book;
mod check;
mod error;
mod line;
mod reader;
#[cfg(test)]
mod reader_tests;
mod rounds;

pub use book::{BookOrder, OpeningBook, Shuffle, Symmetries, canonical_form};
pub use check::{OpeningFault, check_opening};
pub use error::{FilePlace, OpeningError};
pub use line::{offset_line, pos_line};
pub use reader::{Opening, ReadOptions, parse_openings, read_openings};
pub use rounds::RoundOpenings;
