//! A place on a board, and its name.

use serde::{Deserialize, Serialize};

/// A cell or intersection: column from the left, row from the top, both from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Spot {
    /// The spot in a column and row.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// All spots of a board of so many columns and rows, row by row from the top left.
    pub fn all(width: u8, height: u8) -> impl Iterator<Item = Self> {
        (0..height).flat_map(move |y| (0..width).map(move |x| Self::new(x, y)))
    }
}

/// From which end rows are numbered where people read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// The row nearest to the reader is the first.
    Bottom,
    /// The farthest row is the first.
    Top,
}

impl Rows {
    /// The name of a spot on a board with so many rows: a letter for its column and the number of its row, or both of its
    /// numbers where a board has no such column or row.
    pub fn name(self, at: Spot, height: u8) -> String {
        const LETTERS: u8 = 26;
        let row = match self {
            Self::Bottom => i16::from(height) - i16::from(at.y),
            Self::Top => i16::from(at.y) + 1,
        };
        if at.x < LETTERS && row > 0 {
            format!("{}{row}", char::from(b'a' + at.x))
        } else {
            format!("{},{}", at.x, at.y)
        }
    }

    /// The spot of a name, a letter in either case and a number, on a board of so many columns and rows.
    pub(crate) fn spot(self, name: &str, width: u8, height: u8) -> Option<Spot> {
        let (name, "") = cut_name(name)? else {
            return None;
        };
        let (letter, row) = name.split_at(1);
        let x = letter.as_bytes()[0].to_ascii_lowercase() - b'a';
        let row: u8 = row.parse().ok()?;
        let y = match self {
            Self::Bottom => height.checked_sub(row)?,
            Self::Top => row.checked_sub(1)?,
        };
        (x < width && y < height).then_some(Spot::new(x, y))
    }
}

/// Cuts what has the form of a name, such as `j10`, off the beginning of a text. Gives it and what follows.
pub(crate) fn cut_name(text: &str) -> Option<(&str, &str)> {
    let digits = text.strip_prefix(|first: char| first.is_ascii_alphabetic())?;
    let rest = digits.trim_start_matches(|sign: char| sign.is_ascii_digit());
    (rest.len() < digits.len()).then(|| text.split_at(text.len() - rest.len()))
}

/// The stones of a text board for tests: `x` is Black, `o` White, any other sign an empty spot.
#[cfg(test)]
pub(crate) fn stones_of(rows: &[&str]) -> Vec<(Spot, super::Colour)> {
    let mut stones = Vec::new();
    for (y, row) in (0..).zip(rows) {
        for (x, sign) in (0..).zip(row.chars()) {
            let colour = match sign {
                'x' => super::Colour::Black,
                'o' => super::Colour::White,
                _ => continue,
            };
            stones.push((Spot::new(x, y), colour));
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_off_the_board_is_named_by_its_numbers() {
        assert_eq!(Rows::Bottom.name(Spot::new(7, 7), 15), "h8");
        assert_eq!(Rows::Top.name(Spot::new(7, 7), 8), "h8");
        assert_eq!(Rows::Bottom.name(Spot::new(99, 99), 15), "99,99");
        assert_eq!(Rows::Bottom.name(Spot::new(30, 2), 15), "30,2");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        let (width, height) = (15, 12);
        for rows in [Rows::Bottom, Rows::Top] {
            for at in [Spot::new(0, 0), Spot::new(14, 11), Spot::new(7, 3)] {
                let name = rows.name(at, height);
                assert_eq!(rows.spot(&name, width, height), Some(at), "{name}");
                assert_eq!(
                    rows.spot(&name.to_uppercase(), width, height),
                    Some(at),
                    "{name}"
                );
            }
            for wrong in ["", "h", "8", "h0", "h13", "h+8", "p1", "h300", "é1"] {
                assert_eq!(rows.spot(wrong, width, height), None, "{wrong}");
            }
        }
        for (text, cut) in [
            ("j10k11", Some(("j10", "k11"))),
            ("H8", Some(("H8", ""))),
            ("h", None),
            ("8", None),
            ("é1", None),
        ] {
            assert_eq!(cut_name(text), cut, "{text}");
        }
    }
}
