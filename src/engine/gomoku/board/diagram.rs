//! Pictures of positions for people, tests and the command line. Reading them back is not done here.

use std::fmt;

use crate::geometry::{Point, PointSet, Rows};

use super::position::Position;
use kagetsu_kernel::Side;

/// A picture of a position, with column letters above and row numbers on the left, counted from the bottom unless
/// [`Diagram::with_rows`] says otherwise.
///
/// ```
/// use kagetsu_gomoku::board::{Diagram, Position, Rule};
/// use kagetsu_gomoku::geometry::{BoardSize, Point};
///
/// let mut position = Position::new(BoardSize::new(6, 5)?, Rule::Freestyle);
/// position.play(Point::at(1, 1))?;
/// position.play(Point::at(2, 1))?;
/// position.block(Point::at(5, 4))?;
/// let marked = [Point::at(0, 3)].into_iter().collect();
/// let picture = "
///     a b c d e f
///   5 . . . . . .
///   4 . X O . . .
///   3 . . . . . .
///   2 * . . . . .
///   1 . . . . . #
/// ";
/// assert_eq!(Diagram::new(&position).with_marks(marked).to_string(), &picture[1..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'p> {
    position: &'p Position,
    marks: PointSet,
    rows: Rows,
}

impl<'p> Diagram<'p> {
    /// Sign of a black stone.
    pub const BLACK: char = 'X';
    /// Sign of a white stone.
    pub const WHITE: char = 'O';
    /// Sign of a cell that nobody may use.
    pub const BLOCKED: char = '#';
    /// Sign of an empty point.
    pub const EMPTY: char = '.';
    /// Sign of an empty point that is pointed out.
    pub const MARK: char = '*';

    /// The picture of a position.
    pub const fn new(position: &'p Position) -> Self {
        Self {
            position,
            marks: PointSet::EMPTY,
            rows: Rows::FromBottom,
        }
    }

    /// The same picture with some empty points pointed out.
    #[must_use]
    pub const fn with_marks(mut self, marks: PointSet) -> Self {
        self.marks = marks;
        self
    }

    /// The same picture with rows counted from this edge.
    #[must_use]
    pub const fn with_rows(mut self, rows: Rows) -> Self {
        self.rows = rows;
        self
    }

    fn sign(&self, point: Point) -> char {
        let stone = self.position.stones().iter().find(|(at, _)| *at == point);
        match stone {
            Some((_, Side::Black)) => Self::BLACK,
            Some((_, Side::White)) => Self::WHITE,
            None if self.position.blocked().contains(&point) => Self::BLOCKED,
            None if self.marks.contains(point) => Self::MARK,
            None => Self::EMPTY,
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.position.size();
        f.write_str("   ")?;
        for letter in ('a'..='z').take(size.width()) {
            write!(f, " {letter}")?;
        }
        writeln!(f)?;
        for y in 0..size.height() {
            let row = match self.rows {
                Rows::FromBottom => size.height() - y,
                Rows::FromTop => y + 1,
            };
            write!(f, "{row:>3}")?;
            for x in 0..size.width() {
                write!(f, " {}", self.sign(Point::at(x, y)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
