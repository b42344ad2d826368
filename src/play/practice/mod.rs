//! What a person has practised: a rating by puzzles, the chapters that were learned, and mistakes of own games that come
//! back until they are understood. All of it is one value, [`Progress`], which whoever shows the table keeps: nothing here
//! knows a file or a clock. Days are counted from 1 January 1970, by the calendar of the person.

mod drill;
mod progress;
mod rating;
#[cfg(test)]
mod tests;

pub(crate) use drill::Drill;
pub(crate) use progress::{Attempted, Progress};
pub(crate) use rating::Rating;
