//! Squares of the 8 x 8 board, named as players name them: column letter from the left, row number from the top.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;
use thiserror::Error;

/// Number of squares of the board.
pub(crate) const SQUARES: usize = 64;
/// Number of rows and of columns.
pub const SIDE: usize = 8;

/// A square; `a1` is number 0, `b1` number 1, `h8` number 63. Bit `n` of a board half stands for square `n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no square; squares are a1 to h8")]
pub struct SquareError(String);

impl Square {
    /// The square of a number below 64.
    pub const fn new(index: usize) -> Option<Self> {
        if index < SQUARES {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The square in a column and a row, both counted from zero.
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < SIDE && row < SIDE {
            Some(Self((row * SIDE + column) as u8))
        } else {
            None
        }
    }

    /// The square of the lowest bit of a set; `a1` for the empty set.
    #[inline]
    pub const fn lowest(set: u64) -> Self {
        Self((set.trailing_zeros() & 63) as u8)
    }

    /// The number of the square, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that holds this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Column, counted from zero at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % SIDE
    }

    /// Row, counted from zero at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / SIDE
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES as u8).map(Self)
    }
}

/// The squares of a set, lowest number first.
#[inline]
pub fn squares_of(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square::lowest(set));
        set &= set.wrapping_sub(1);
        square
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let error = || SquareError(quote(text));
        let &[letter, digit] = text.as_bytes() else {
            return Err(error());
        };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        let row = digit.wrapping_sub(b'1');
        Self::at(usize::from(column), usize::from(row)).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::lowest(square.bit()), square);
        }
        assert_eq!("H8".parse::<Square>().unwrap().index(), 63);
        assert_eq!("b1".parse::<Square>().unwrap().index(), 1);
    }

    #[test]
    fn other_texts_are_refused_with_a_quotation() {
        for text in ["", "a", "a0", "a9", "i1", "1a", "a11", "ä1"] {
            let error = text.parse::<Square>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")));
        }
        let long = "\u{1b}".repeat(1000).parse::<Square>().unwrap_err();
        let long = long.to_string();
        assert!(long.len() < 1000 && !long.contains('\u{1b}'), "{long}");
    }

    #[test]
    fn a_set_is_walked_in_order() {
        let found: Vec<usize> = squares_of(0x8000_0000_0000_0101)
            .map(Square::index)
            .collect();
        assert_eq!(found, [0, 8, 63]);
    }
}
