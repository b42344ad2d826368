//! A set of points as a bitboard: one bit for each index, border included.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::point::Point;

const WORDS: usize = Point::COUNT / 64;

/// A set of points with the usual set operators: `|` union, `&` intersection, `-` difference. The default is the empty set.
///
/// ```
/// use kagetsu_gomoku::geometry::{Point, PointSet};
/// let set: PointSet = [(7, 7), (8, 8)].into_iter().map(|(x, y)| Point::at(x, y)).collect();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Point::at(7, 7)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a point.
    pub const fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes a point out.
    pub const fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Adds the point if it is missing, else takes it out.
    pub const fn toggle(&mut self, point: Point) {
        self.0[point.index() / 64] ^= 1 << (point.index() % 64);
    }

    /// Is the point in the set?
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Has the set no points?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The point with the lowest index.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points in order of their indices, which is row by row.
    pub fn iter(&self) -> Iter {
        Iter {
            words: self.0,
            word: 0,
        }
    }

    /// Adds to one row of the index grid every column whose bit is set in `columns`.
    pub(crate) const fn insert_row(&mut self, row: usize, columns: u32) {
        self.0[row / 2 % WORDS] |= (columns as u64) << (row % 2 * Point::STRIDE);
    }
}

/// Iterator over the points of a set.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while let Some(word) = self.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_raw(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word |= with;
        }
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: Self) {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word &= with;
        }
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: Self) {
        for (word, without) in self.0.iter_mut().zip(other.0) {
            *word &= !without;
        }
    }
}

impl BitOr for PointSet {
    type Output = Self;
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl Sub for PointSet {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn operators_are_those_of_sets() {
        let size = BoardSize::square(9).expect("a legal size");
        let (a, b, c) = (Point::at(0, 0), Point::at(8, 8), Point::at(3, 5));
        let left: PointSet = [a, b].into_iter().collect();
        let right: PointSet = [b, c].into_iter().collect();
        assert_eq!((left | right).len(), 3);
        assert_eq!((left & right).iter().collect::<Vec<_>>(), [b]);
        assert_eq!((left - right).first(), Some(a));
        assert!((left - size.all()).is_empty());
    }

    #[test]
    fn toggling_twice_changes_nothing() {
        let mut set = PointSet::EMPTY;
        set.toggle(Point::at(21, 21));
        assert!(set.contains(Point::at(21, 21)));
        set.toggle(Point::at(21, 21));
        assert!(set.is_empty());
    }
}
