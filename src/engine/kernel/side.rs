//! The two sides of a game on a board: Black and White.

use std::fmt;
use std::str::FromStr;

use super::parse_text::ParseTextError;

/// Black moves first in a game from the empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[repr(u8)]
pub enum Side {
    /// The side of the first stone.
    Black,
    /// The side of the second stone.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads `black` or `white`, or their first letters.
impl FromStr for Side {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Self::Black),
            "white" | "w" => Ok(Self::White),
            _ => Err(ParseTextError::new(text, "not a side", "black or white")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_round_trip() {
        for side in Side::BOTH {
            assert_eq!(side.to_string().parse(), Ok(side));
        }
        assert!("red".parse::<Side>().is_err());
    }
}
