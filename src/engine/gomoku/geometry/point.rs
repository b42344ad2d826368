//! A point of the board, as a number that also has room for a border round the largest board.

use std::fmt;

use super::direction::Direction;

/// Longest side of a board, in points.
pub(super) const MAX_SIDE: usize = 22;

/// An intersection. Column `x` counts from the left and row `y` from the top, both from zero, as in the
/// Gomocup protocol.
///
/// Its name depends on the board and on the edge from which rows are counted: see [`Rows`](super::Rows).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// Cells of border round the largest board, so that a line window never leaves the index range.
    pub const BORDER: usize = 5;
    /// Distance between the indices of two rows.
    pub const STRIDE: usize = 32;
    /// Number of indices, border included.
    pub const COUNT: usize = Self::STRIDE * Self::STRIDE;

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
        // The remainder changes nothing: it shows the compiler that the index lies inside every array of this length.
        self.0 as usize % Self::COUNT
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
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_of_a_board_is_a_point() {
        for y in 0..MAX_SIDE {
            for x in 0..MAX_SIDE {
                let point = Point::at(x, y);
                assert_eq!((point.x(), point.y()), (x, y));
                assert_eq!(Point::from_index(point.index()), Some(point));
            }
        }
        assert_eq!(Point::from_index(0), None);
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
