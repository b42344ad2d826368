//! Reading single values of the command line: board sizes, sides and ranges of numbers.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::board::Side;
use crate::geometry::{BoardSize, UnsupportedSize};

/// Text that names no board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseSizeError {
    /// Not the form of a size.
    #[error(
        "'{0}' is not a board size: expected a number such as 15, or columns x rows such as 20x15"
    )]
    Form(String),
    /// A size that no board has.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedSize),
}

/// Text that names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a side: expected black or white")]
pub(super) struct ParseSideError(String);

/// Reads `15`, or `20x15` for twenty columns and fifteen rows.
pub(super) fn parse_size(text: &str) -> Result<BoardSize, ParseSizeError> {
    let trimmed = text.trim();
    let (width, height) = trimmed.split_once(['x', 'X']).unwrap_or((trimmed, trimmed));
    let number = |digits: &str| {
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            digits.parse::<usize>().ok()
        } else {
            None
        }
    };
    match (number(width), number(height)) {
        (Some(width), Some(height)) => Ok(BoardSize::new(width, height)?),
        _ => Err(ParseSizeError::Form(text.to_string())),
    }
}

/// Reads `black` or `white`, or their first letters.
pub(super) fn parse_side(text: &str) -> Result<Side, ParseSideError> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(Side::Black),
        "white" | "w" => Ok(Side::White),
        _ => Err(ParseSideError(text.to_string())),
    }
}

/// Least and most stones of an opening, written `3..8`, both included, or `5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoneRange(pub(super) RangeInclusive<usize>);

/// Text that names no numbers of stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a number of stones: expected a number from 1 such as 5, or a range such as 3..8"
)]
pub(super) struct ParseStonesError(String);

/// Fewest and most positions to visit, written `2000..8000`, both included, or `5000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeRange(pub(super) RangeInclusive<u64>);

/// Text that names no numbers of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a number of positions: expected a number from 1 such as 5000, or a range such as 2000..8000"
)]
pub(super) struct ParseNodesError(String);

impl fmt::Display for NodeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl FromStr for NodeRange {
    type Err = ParseNodesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        positive_range(text)
            .map(Self)
            .ok_or_else(|| ParseNodesError(text.to_string()))
    }
}

/// Reads `3..8` or `5`; numbers from one, in order.
fn positive_range<N: FromStr + PartialOrd + Default>(text: &str) -> Option<RangeInclusive<N>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let range: RangeInclusive<N> = least.parse().ok()?..=most.parse().ok()?;
    (*range.start() > N::default() && !range.is_empty()).then_some(range)
}

impl fmt::Display for StoneRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl FromStr for StoneRange {
    type Err = ParseStonesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        positive_range(text)
            .map(Self)
            .ok_or_else(|| ParseStonesError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_round_trips() {
        for width in BoardSize::MIN..=BoardSize::MAX {
            for height in BoardSize::MIN..=BoardSize::MAX {
                let size = BoardSize::new(width, height).expect("a legal size");
                assert_eq!(parse_size(&size.to_string()), Ok(size));
            }
            assert_eq!(
                parse_size(&width.to_string()),
                Ok(BoardSize::square(width).expect("a legal size"))
            );
        }
    }

    #[test]
    fn bad_sizes_are_refused_and_quoted() {
        for text in [
            "",
            "x",
            "15x",
            "x15",
            "15x15x15",
            "-15",
            "+15",
            "1e1",
            "15,15",
            "99999999999999999999",
        ] {
            assert_eq!(
                parse_size(text),
                Err(ParseSizeError::Form(text.to_string())),
                "{text}"
            );
        }
        let error = parse_size("4x15").expect_err("too narrow").to_string();
        assert_eq!(
            error,
            "board size 4x15 is not supported: each side must be from 5 to 22"
        );
    }

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
            Ok(NodeRange(2000..=8000))
        );
    }

    #[test]
    fn sides_round_trip() {
        for side in Side::BOTH {
            assert_eq!(parse_side(&side.to_string()), Ok(side));
        }
        assert!(parse_side("red").is_err());
    }
}
