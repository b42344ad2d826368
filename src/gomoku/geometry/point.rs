//! A point of the board, as a number that also has room for a border round the largest board.

use std::fmt;
use std::str::FromStr;

use super::direction::Direction;

/// Longest side of a board, in points.
pub(super) const MAX_SIDE: usize = 22;

/// An intersection. Column `x` counts from the left and row `y` from the top, both from zero, as in the
/// Gomocup protocol.
///
/// Two text forms: `h8`, a letter for the column and the row number from one, counted from the top as the
/// tournament tools do; and `7,7`, the protocol's own.
///
/// ```
/// use kagetsu_gomoku::geometry::Point;
/// let point: Point = "h8".parse()?;
/// assert_eq!((point.x(), point.y()), (7, 7));
/// assert_eq!("7,7".parse(), Ok(point));
/// assert_eq!(point.to_string(), "h8");
/// # Ok::<(), kagetsu_gomoku::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

/// Text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point: expected a form like h8 or 7,7")]
pub struct ParsePointError(String);

impl Point {
    /// Cells of border round the largest board, so that a line window never leaves the index range.
    pub const BORDER: usize = 5;
    /// Distance between the indices of two rows.
    pub const STRIDE: usize = 32;
    /// Number of indices, border included.
    pub const COUNT: usize = Self::STRIDE * Self::STRIDE;

    const LETTERS: usize = 26;

    /// The point in column `x` and row `y`. The caller keeps both below [`BoardSize::MAX`](super::BoardSize::MAX).
    pub const fn at(x: usize, y: usize) -> Self {
        debug_assert!(x < MAX_SIDE && y < MAX_SIDE);
        Self(((y + Self::BORDER) * Self::STRIDE + x + Self::BORDER) as u16)
    }

    /// The point with this index, if it can lie on a board.
    pub const fn from_index(index: usize) -> Option<Self> {
        let (row, column) = (index / Self::STRIDE, index % Self::STRIDE);
        let low = Self::BORDER;
        let high = Self::BORDER + MAX_SIDE;
        if row >= low && row < high && column >= low && column < high {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// The point of an index that is known to come from [`Point::index`].
    pub(crate) const fn from_raw(index: usize) -> Self {
        Self(index as u16)
    }

    /// A number below [`Point::COUNT`], never zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column, from zero.
    pub const fn x(self) -> usize {
        self.0 as usize % Self::STRIDE - Self::BORDER
    }

    /// Row, from zero at the top.
    pub const fn y(self) -> usize {
        self.0 as usize / Self::STRIDE - Self::BORDER
    }

    /// The index `steps` steps along a direction; it may lie on the border, but not outside the index range
    /// as long as `steps` stays within [`Point::BORDER`].
    pub(crate) const fn index_along(self, direction: Direction, steps: isize) -> usize {
        let (dx, dy) = direction.delta();
        (self.0 as isize + steps * (dy * Self::STRIDE as isize + dx)) as usize % Self::COUNT
    }

    /// The larger of the distances in columns and rows.
    pub const fn distance(self, other: Self) -> usize {
        let (dx, dy) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        if dx > dy { dx } else { dy }
    }

    fn parse_letter_form(text: &str) -> Option<Self> {
        let letter = text.bytes().next()?.to_ascii_lowercase();
        let x = usize::from(letter.checked_sub(b'a')?);
        let digits = &text[1..];
        let row: usize = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            digits.parse().ok()?
        } else {
            return None;
        };
        Self::checked(x, row.checked_sub(1)?)
    }

    fn parse_number_form(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Self::checked(x.trim().parse().ok()?, y.trim().parse().ok()?)
    }

    fn checked(x: usize, y: usize) -> Option<Self> {
        (x < MAX_SIDE && y < MAX_SIDE).then(|| Self::at(x, y))
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let point = if trimmed.is_ascii() {
            Self::parse_number_form(trimmed).or_else(|| Self::parse_letter_form(trimmed))
        } else {
            None
        };
        point.ok_or_else(|| ParsePointError(trimmed.to_string()))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = (b'a' + (self.x() % Self::LETTERS) as u8) as char;
        write!(f, "{letter}{}", self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a sequence of moves such as `h8i9j10`; space between moves is ignored.
///
/// # Errors
/// [`ParsePointError`] with the part that is no point.
pub fn parse_moves(text: &str) -> Result<Vec<Point>, ParsePointError> {
    let mut points = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let tail = &rest[first.len_utf8()..];
            let digits = tail
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(tail.len());
            let (name, next) = rest.split_at(first.len_utf8() + digits);
            points.push(name.parse()?);
            rest = next;
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_text_forms_round_trip() {
        for y in 0..22 {
            for x in 0..22 {
                let point = Point::at(x, y);
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(format!("{x},{y}").parse(), Ok(point));
                assert_eq!(Point::from_index(point.index()), Some(point));
            }
        }
    }

    #[test]
    fn bad_text_is_refused_and_quoted() {
        for text in [
            "", "h", "8", "h0", "h23", "z1", "7,", ",7", "-1,3", "7,7,1", "h8x", "h+8", "é8",
        ] {
            assert_eq!(
                text.parse::<Point>(),
                Err(ParsePointError(text.to_string())),
                "{text}"
            );
        }
    }

    #[test]
    fn steps_lead_to_neighbours() {
        let point = Point::at(3, 4);
        assert_eq!(
            point.index_along(Direction::AntiDiagonal, 2),
            Point::at(5, 2).index()
        );
        assert_eq!(
            point.index_along(Direction::Vertical, -1),
            Point::at(3, 3).index()
        );
    }
}
