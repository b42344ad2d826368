//! The board of ox-horn chess: ten points in a triangular strip, who may step where, and the two constant tables of
//! steps that must equal the closed formulas.

use std::fmt;

/// Number of points.
pub(crate) const POINTS: u8 = 10;

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// One piece that steps any way and wants to get past the blue ones.
    Red,
    /// Two pieces that never step down and want to trap the red one.
    Blue,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Blue => "blue",
        })
    }
}

/// A point: 0 is the tip of the horn, 1 lies under it, then come the rows (2,3), (4,5), (6,7) and (8,9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The tip of the horn.
    pub(crate) const TIP: Self = Self(0);
    /// The two points farthest from the tip.
    pub(crate) const LOWEST_ROW: [Self; 2] = [Self(POINTS - 2), Self(POINTS - 1)];

    /// The point of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < POINTS {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All points, from the tip down.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..POINTS).map(Self)
    }

    /// The number of the point, `0..10`.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number of the point, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row of the point: 0 for the tip, 1 for point 1, then one row for every two points.
    pub const fn row(self) -> u8 {
        if self.0 < 2 { self.0 } else { self.0 / 2 + 1 }
    }

    /// The points where a piece of `side` may step from here, read from the constant table.
    pub fn steps(self, side: Side) -> impl Iterator<Item = Self> {
        let row: &[u8] = match side {
            Side::Red => &RED_STEPS[self.index()],
            Side::Blue => &BLUE_STEPS[self.index()],
        };
        row.iter().take_while(|&&to| to != END).map(|&to| Self(to))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Ends a row of a step table.
const END: u8 = u8::MAX;

/// Where the red piece may step from each point.
const RED_STEPS: [[u8; 5]; POINTS as usize] = [
    [1, 2, END, END, END],
    [0, 2, 3, END, END],
    [0, 1, 3, 4, END],
    [1, 2, 4, 5, END],
    [2, 3, 5, 6, END],
    [3, 4, 6, 7, END],
    [4, 5, 7, 8, END],
    [5, 6, 8, 9, END],
    [6, 7, 9, END, END],
    [7, 8, END, END, END],
];

/// Where a blue piece may step from each point.
const BLUE_STEPS: [[u8; 4]; POINTS as usize] = [
    [END, END, END, END],
    [0, END, END, END],
    [0, 1, 3, END],
    [1, 2, END, END],
    [2, 3, 5, END],
    [3, 4, END, END],
    [4, 5, 7, END],
    [5, 6, END, END],
    [6, 7, 9, END],
    [7, 8, END, END],
];

#[cfg(test)]
mod tests {
    use super::*;

    impl Point {
        /// Are the two points joined by a line? In the strip each point is joined to those one and two numbers away.
        const fn is_joined_to(self, other: Self) -> bool {
            matches!(self.0.abs_diff(other.0), 1 | 2)
        }

        /// May a piece of `side` step from here to `to`, if that point is empty? Blue steps to a lower number, or
        /// sideways from an even point (2 to 8) to the odd one beside it.
        pub(crate) const fn allows_step(self, to: Self, side: Side) -> bool {
            let sideways = self.0 >= 2 && self.0.is_multiple_of(2) && to.0 == self.0 + 1;
            match side {
                Side::Red => self.is_joined_to(to),
                Side::Blue => self.is_joined_to(to) && (to.0 < self.0 || sideways),
            }
        }
    }

    #[test]
    fn the_tables_equal_the_formulas() {
        for side in [Side::Red, Side::Blue] {
            for from in Point::all() {
                let listed: Vec<Point> = from.steps(side).collect();
                let allowed: Vec<Point> = Point::all()
                    .filter(|&to| from.allows_step(to, side))
                    .collect();
                assert_eq!(listed, allowed, "{side} from {from}");
            }
        }
    }

    #[test]
    fn blue_never_steps_to_a_lower_row() {
        for from in Point::all() {
            assert!(from.steps(Side::Blue).all(|to| to.row() <= from.row()));
        }
    }

    #[test]
    fn there_is_no_eleventh_point() {
        assert_eq!(Point::new(9).map(Point::number), Some(9));
        assert_eq!(Point::new(10), None);
    }
}
