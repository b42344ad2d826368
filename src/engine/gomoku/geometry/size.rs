//! Board sizes: squares and rectangles, checked once when they are made.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;

use super::point::{MAX_SIDE, Point};
use super::point_set::PointSet;

/// Width and height of a board, each from [`BoardSize::MIN`] to [`BoardSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A size that no board can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "board size {width}x{height} is not supported: each side must be from {} to {}",
    BoardSize::MIN,
    BoardSize::MAX
)]
pub struct UnsupportedSize {
    width: usize,
    height: usize,
}

impl UnsupportedSize {
    /// The side that no board has, the width where that is so of both.
    pub fn side(self) -> usize {
        let is_sound = (BoardSize::MIN..=BoardSize::MAX).contains(&self.width);
        if is_sound { self.height } else { self.width }
    }
}

/// Text that names no board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSizeError {
    /// Not the form of a size.
    #[error(
        "'{0}' is not a board size: expected a number such as 15, or columns x rows such as 20x15"
    )]
    Form(String),
    /// A size that no board has.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedSize),
}

impl BoardSize {
    /// Shortest side.
    pub const MIN: usize = 5;
    /// Longest side.
    pub const MAX: usize = MAX_SIDE;
    /// Number of points of the largest board.
    pub const MAX_AREA: usize = Self::MAX * Self::MAX;

    /// The board of 15x15, on which renju is played.
    pub const STANDARD: Self = Self {
        width: 15,
        height: 15,
    };

    /// The largest board.
    pub const LARGEST: Self = Self {
        width: Self::MAX as u8,
        height: Self::MAX as u8,
    };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`UnsupportedSize`] when a side is outside [`BoardSize::MIN`]..=[`BoardSize::MAX`].
    pub fn new(width: usize, height: usize) -> Result<Self, UnsupportedSize> {
        let range = Self::MIN..=Self::MAX;
        if range.contains(&width) && range.contains(&height) {
            Ok(Self {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(UnsupportedSize { width, height })
        }
    }

    /// A square board.
    ///
    /// # Errors
    /// As [`BoardSize::new`].
    pub fn square(side: usize) -> Result<Self, UnsupportedSize> {
        Self::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Are both sides the same?
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// The point in column `x` and row `y`, both from zero, if it is on the board.
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.width() && y < self.height() {
            Some(Point::at(x, y))
        } else {
            None
        }
    }

    /// Is the point on this board?
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width() && point.y() < self.height()
    }

    /// The middle of the board; on even sides the one right of and below the exact centre.
    pub const fn centre(self) -> Point {
        Point::at(self.width() / 2, self.height() / 2)
    }

    /// All points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::at(x, y)))
    }

    /// All points as a set.
    pub fn all(self) -> PointSet {
        self.points().collect()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

/// Reads `15`, or `20x15` for twenty columns and fifteen rows.
impl FromStr for BoardSize {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
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
            (Some(width), Some(height)) => Ok(Self::new(width, height)?),
            _ => Err(ParseSizeError::Form(quote(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_from_5_to_22_are_accepted() {
        assert!(BoardSize::new(5, 22).is_ok());
        assert!(BoardSize::square(4).is_err());
        assert_eq!(
            BoardSize::new(15, 23).map_err(|error| error.to_string()),
            Err("board size 15x23 is not supported: each side must be from 5 to 22".to_string())
        );
    }

    #[test]
    fn every_point_is_listed_once() {
        let size = BoardSize::new(7, 6).expect("a legal size");
        assert_eq!(size.points().count(), 42);
        assert_eq!(size.all().len(), 42);
    }

    #[test]
    fn every_size_round_trips() {
        let small = BoardSize::new(7, 6).expect("a legal size");
        assert_eq!(format!("{small:>5}"), "  7x6");
        for width in BoardSize::MIN..=BoardSize::MAX {
            for height in BoardSize::MIN..=BoardSize::MAX {
                let size = BoardSize::new(width, height).expect("a legal size");
                assert_eq!(size.to_string().parse::<BoardSize>(), Ok(size));
            }
            assert_eq!(
                width.to_string().parse::<BoardSize>(),
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
                text.parse::<BoardSize>(),
                Err(ParseSizeError::Form(text.to_string())),
                "{text}"
            );
        }
        let error = "4x15"
            .parse::<BoardSize>()
            .expect_err("too narrow")
            .to_string();
        assert_eq!(
            error,
            "board size 4x15 is not supported: each side must be from 5 to 22"
        );
        for (width, height, side) in [(4, 15, 4), (15, 99, 99), (0, 99, 0)] {
            let error = BoardSize::new(width, height).expect_err("no size");
            assert_eq!(error.side(), side);
        }
    }
}
