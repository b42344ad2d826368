//! Names of points: a letter for the column from the left and the number of the row. Renju and most books count rows from
//! the bottom; some programs count them from the top.

use std::fmt;
use std::str::FromStr;

use super::point::Point;
use super::size::BoardSize;
use kagetsu_kernel::{ParseTextError, quote};

/// From which edge rows are counted, from one on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// From the bottom, as in renju.
    #[default]
    FromBottom,
    /// From the top, as the protocol's numbers.
    FromTop,
}

/// Text that names no point of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a point of the {size} board: expected a form like h8 or 7,7")]
pub struct ParsePointError {
    /// The text, cut short where it is long.
    pub text: String,
    size: BoardSize,
}

impl Rows {
    /// The name of a point of a board, such as `h8`.
    ///
    /// ```
    /// use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
    /// let size = BoardSize::square(15)?;
    /// assert_eq!(Rows::FromBottom.name(Point::at(7, 0), size), "h15");
    /// assert_eq!(Rows::FromTop.name(Point::at(7, 0), size), "h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(self, point: Point, size: BoardSize) -> String {
        let letter = (b'a' + point.x() as u8) as char;
        let row = match self {
            Self::FromBottom => size.height().saturating_sub(point.y()),
            Self::FromTop => point.y() + 1,
        };
        format!("{letter}{row}")
    }

    /// The names of several points with this text between them.
    pub fn names<'p>(
        self,
        points: impl IntoIterator<Item = &'p Point>,
        size: BoardSize,
        between: &str,
    ) -> String {
        let names: Vec<String> = points
            .into_iter()
            .map(|&point| self.name(point, size))
            .collect();
        names.join(between)
    }

    /// Reads the name of a point of a board, such as `h8`, or its column and row from zero at the top left, such as
    /// `7,7`.
    ///
    /// # Errors
    /// [`ParsePointError`] when the text is no name, or no point of this board has it.
    pub fn parse(self, text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        let trimmed = text.trim();
        let point = if trimmed.is_ascii() {
            parse_numbers(trimmed, size).or_else(|| self.parse_name(trimmed, size))
        } else {
            None
        };
        point.ok_or_else(|| ParsePointError {
            text: quote(trimmed),
            size,
        })
    }

    /// Reads a sequence of names such as `h8i9j10`; space between them is ignored.
    ///
    /// # Errors
    /// [`ParsePointError`] with the part that names no point of the board.
    pub fn parse_moves(self, text: &str, size: BoardSize) -> Result<Vec<Point>, ParsePointError> {
        words(text).map(|word| self.parse(word, size)).collect()
    }

    fn parse_name(self, text: &str, size: BoardSize) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_lowercase();
        let x = usize::from(letter.checked_sub(b'a')?);
        let digits = &text[1..];
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let row: usize = digits.parse().ok()?;
        let y = match self {
            Self::FromBottom if row > 0 => size.height().checked_sub(row)?,
            Self::FromBottom => return None,
            Self::FromTop => row.checked_sub(1)?,
        };
        size.point(x, y)
    }
}

/// The names in a text such as `h8i9 j10`: each begins with a letter.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let tail = &rest[first.len_utf8()..];
            let digits = tail
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(tail.len());
            let (name, next) = rest.split_at(first.len_utf8() + digits);
            rest = next;
            Some(name)
        })
    })
}

fn parse_numbers(text: &str, size: BoardSize) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    size.point(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FromBottom => "bottom",
            Self::FromTop => "top",
        })
    }
}

impl FromStr for Rows {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "bottom" => Ok(Self::FromBottom),
            "top" => Ok(Self::FromTop),
            _ => Err(ParseTextError::new(
                text,
                "no edge of the board",
                "bottom or top",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_every_board() {
        for size in [(22, 22), (5, 9), (20, 15)].map(|(x, y)| BoardSize::new(x, y)) {
            let size = size.expect("a legal size");
            for point in size.points() {
                for rows in [Rows::FromBottom, Rows::FromTop] {
                    assert_eq!(rows.parse(&rows.name(point, size), size), Ok(point));
                    let numbers = format!("{},{}", point.x(), point.y());
                    assert_eq!(rows.parse(&numbers, size), Ok(point));
                }
            }
        }
    }

    #[test]
    fn the_lowest_row_is_one_from_the_bottom_and_the_highest_from_the_top() {
        let size = BoardSize::new(20, 15).expect("a legal size");
        let corner = Point::at(0, 14);
        assert_eq!(Rows::FromBottom.name(corner, size), "a1");
        assert_eq!(Rows::FromTop.name(corner, size), "a15");
        let moves = Rows::FromBottom.parse_moves("A1t15 h8", size);
        assert_eq!(moves, Ok(vec![corner, Point::at(19, 0), Point::at(7, 7)]));
    }

    #[test]
    fn bad_text_is_refused_and_quoted() {
        let size = BoardSize::square(15).expect("a legal size");
        for text in [
            "", "h", "8", "h0", "h16", "p1", "z1", "7,", ",7", "-1,3", "7,7,1", "15,0", "h8x",
            "h+8", "é8",
        ] {
            for rows in [Rows::FromBottom, Rows::FromTop] {
                assert_eq!(
                    rows.parse(text, size),
                    Err(ParsePointError {
                        text: text.to_string(),
                        size
                    }),
                    "{text}"
                );
            }
        }
        assert!("left".parse::<Rows>().is_err());
        let long = "é".repeat(1 << 20);
        let error = Rows::FromBottom
            .parse(&long, size)
            .expect_err("no point")
            .to_string();
        assert!(
            error.chars().count() < 200 && error.contains("é...'"),
            "{error}"
        );
    }
}
