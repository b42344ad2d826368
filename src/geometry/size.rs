//! Board sizes: squares and rectangles, checked once when they are made.

use std::fmt;

use super::point::Point;
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

impl BoardSize {
    /// Shortest side.
    pub const MIN: usize = 5;
    /// Longest side.
    pub const MAX: usize = 22;

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
        write!(f, "{}x{}", self.width, self.height)
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
}
