//! Reading single values of the command line and of settings files: ranges of numbers, and what is said of wrong ones.

use std::error::Error;
use std::fmt;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::RangedI64ValueParser;
use clap::value_parser;
use kagetsu_gomoku::engine::config::MAX_THREADS;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ParseTextError;

/// Most threads that have work of their own.
const MAX_WORKERS: i64 = 1024;
/// Most moves that a search compares: the points of the largest board.
const MAX_LINES: i64 = (BoardSize::MAX * BoardSize::MAX) as i64;

/// The least and the most of something, from one, written `3..8` with both ends included, or `5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositiveRange<N>(pub(super) RangeInclusive<N>);

/// Stones of an opening.
pub(super) type StoneRange = PositiveRange<usize>;
/// Nodes to search.
pub(super) type NodeRange = PositiveRange<u64>;

impl<N: fmt::Display> fmt::Display for PositiveRange<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl<N: FromStr + PartialOrd + Default> FromStr for PositiveRange<N> {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (least, most) = text.split_once("..").unwrap_or((text, text));
            let range: RangeInclusive<N> = least.parse().ok()?..=most.parse().ok()?;
            (*range.start() > N::default() && !range.is_empty()).then_some(Self(range))
        };
        let expected = "a number from 1 such as 5, or a range such as 3..8";
        read().ok_or_else(|| ParseTextError::new(text, "not a number or a range", expected))
    }
}

/// What number would be right, where the library only says what is wrong with the digits of `value`.
pub(super) fn number_reason(error: &(dyn Error + 'static), value: &str) -> Option<&'static str> {
    if let Some(wrong) = error.downcast_ref::<ParseIntError>() {
        return Some(match wrong.kind() {
            IntErrorKind::PosOverflow => "the number is too large",
            _ if value.starts_with('-') => "expected a whole number that is not negative",
            _ => "expected a whole number",
        });
    }
    error
        .is::<ParseFloatError>()
        .then_some("expected a number such as 0.5")
}

/// Reads a value; the error says what would be right.
pub(super) fn parsed<T: FromStr<Err: Error + 'static>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| {
        number_reason(&error, text).map_or_else(|| error.to_string(), ToString::to_string)
    })
}

/// A count of at least `LEAST`.
pub(super) fn at_least<const LEAST: usize>(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if number >= LEAST => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err("the number is too large".to_string())
        }
        _ => Err(format!("'{text}' is not a number from {LEAST} up")),
    }
}

/// Reads a number of searching threads.
pub(super) fn thread_count() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=MAX_THREADS as i64)
}

/// Reads a number of threads each of which has work of its own.
pub(super) fn worker_count() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=MAX_WORKERS)
}

/// Reads a number of best moves to compare.
pub(super) fn line_count() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=MAX_LINES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_stones_are_one_number_or_a_range() {
        let read = |text: &str| text.parse::<StoneRange>().map(|range| range.to_string());
        assert_eq!(read("3..8").as_deref(), Ok("3..8"));
        assert_eq!(read("5").as_deref(), Ok("5..5"));
        for text in ["", "0", "0..3", "5..4", "3..", "..3", "3-8", "a"] {
            assert!(read(text).is_err(), "{text}");
            assert!(text.parse::<NodeRange>().is_err(), "{text}");
        }
        assert_eq!(
            "2000..8000".parse::<NodeRange>(),
            Ok(PositiveRange(2000..=8000))
        );
    }
}
