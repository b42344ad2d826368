//! Moves worth generating: points near stones.

use crate::geometry::{Point, PointSet};

/// Half side of the square round a stone whose points are candidates.
const SQUARE: usize = 2;
/// Length of the eight rays from a stone whose points are candidates.
const RAY: usize = 4;

/// The points near any stone so far, occupied ones included. Small enough to be saved whole for each ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidates(PointSet);

impl Candidates {
    pub(crate) const NONE: Self = Self(PointSet::EMPTY);

    /// Adds the neighbourhood of a stone; the part outside the board is masked on reading.
    #[inline]
    pub(crate) const fn add(&mut self, stone: Point) {
        let (row, column) = (stone.index() / Point::STRIDE, stone.index() % Point::STRIDE);
        let mut distance = 0;
        while distance <= RAY {
            let columns = ROWS[distance] << (column - RAY);
            self.0.insert_row(row - distance, columns);
            self.0.insert_row(row + distance, columns);
            distance += 1;
        }
    }

    pub(crate) fn among(&self, empty: &PointSet) -> PointSet {
        self.0 & *empty
    }
}

/// Does a point lie in the neighbourhood of another?
pub(crate) fn is_near(stone: Point, point: Point) -> bool {
    let (dx, dy) = (stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()));
    let distance = stone.distance(point);
    distance <= SQUARE || distance <= RAY && (dx == dy || dx == 0 || dy == 0)
}

/// Columns of the neighbourhood by the distance in rows from the stone. Bit `RAY` is the column of the stone.
const ROWS: [u32; RAY + 1] = rows();

const fn rows() -> [u32; RAY + 1] {
    let mut rows = [0; RAY + 1];
    let mut distance = 0;
    while distance <= RAY {
        let reach = if distance == 0 { RAY } else { SQUARE };
        if distance <= SQUARE {
            rows[distance] |= ((1 << (2 * reach + 1)) - 1) << (RAY - reach);
        }
        rows[distance] |= 1 << RAY | 1 << (RAY - distance) | 1 << (RAY + distance);
        distance += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn a_stone_brings_its_square_and_rays() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut candidates = Candidates::NONE;
        candidates.add(Point::at(7, 7));
        let set = candidates.among(&size.all());
        assert_eq!(set.len(), 25 + 8 * 2);
        assert!(
            set.contains(Point::at(11, 3))
                && set.contains(Point::at(7, 3))
                && set.contains(Point::at(9, 8))
        );
        assert!(!set.contains(Point::at(10, 8)));
    }

    #[test]
    fn a_corner_stone_stays_on_the_board() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut candidates = Candidates::NONE;
        candidates.add(Point::at(0, 0));
        assert_eq!(candidates.among(&size.all()).len(), 9 + 3 * 2);
    }
}
