//! A position as plain data: what lies where and whose turn it is. It says nothing about threats;
//! a `Board` is built from it.

use crate::geometry::{BoardSize, Point, PointSet};

use super::rule::Rule;
use kagetsu_kernel::Side;

/// Stones in playing order where that is known, blocked cells, which nobody may use, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: BoardSize,
    rule: Rule,
    stones: Vec<(Point, Side)>,
    blocked: Vec<Point>,
    side_to_move: Side,
}

/// Why something cannot be put into a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The point is outside the board.
    #[error("the point is not on the {1} board")]
    OffBoard(Point, BoardSize),
    /// Something lies there already.
    #[error("the point is not empty")]
    Occupied(Point),
    /// There is nothing to take away.
    #[error("there is no stone on the point")]
    NoStone(Point),
}

impl Position {
    /// The empty board with Black to move.
    pub const fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            size,
            rule,
            stones: Vec::new(),
            blocked: Vec::new(),
            side_to_move: Side::Black,
        }
    }

    /// The position after these moves of Black and White in turn on the empty board.
    ///
    /// # Errors
    /// As [`Position::play`], of the first move that cannot be played.
    pub fn from_moves(
        size: BoardSize,
        rule: Rule,
        moves: impl IntoIterator<Item = Point>,
    ) -> Result<Self, PositionError> {
        let mut position = Self::new(size, rule);
        for point in moves {
            position.play(point)?;
        }
        Ok(position)
    }

    /// Size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The rule that is played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Changes the rule; the stones stay.
    pub const fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }

    /// The stones, in playing order where that is known.
    pub fn stones(&self) -> &[(Point, Side)] {
        &self.stones
    }

    /// The points of the stones of a side, in the same order.
    pub fn stones_of(&self, side: Side) -> impl Iterator<Item = &Point> {
        let own = self.stones.iter().filter(move |stone| stone.1 == side);
        own.map(|(point, _)| point)
    }

    /// Cells that nobody may use.
    pub fn blocked(&self) -> &[Point] {
        &self.blocked
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Sets whose turn it is.
    pub const fn set_side_to_move(&mut self, side: Side) {
        self.side_to_move = side;
    }

    /// Passes the turn without a stone.
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
    }

    /// Points where a stone can be put (forbidden points of renju included).
    pub fn empty_points(&self) -> PointSet {
        let taken: PointSet = self
            .stones
            .iter()
            .map(|&(point, _)| point)
            .chain(self.blocked.iter().copied())
            .collect();
        self.size.all() - taken
    }

    fn check_free(&self, point: Point) -> Result<(), PositionError> {
        if !self.size.contains(point) {
            Err(PositionError::OffBoard(point, self.size))
        } else if self.blocked.contains(&point)
            || self.stones.iter().any(|&(stone, _)| stone == point)
        {
            Err(PositionError::Occupied(point))
        } else {
            Ok(())
        }
    }

    /// Puts a stone of the side to move on a point and passes the turn.
    ///
    /// # Errors
    /// [`PositionError::OffBoard`] or [`PositionError::Occupied`]; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), PositionError> {
        self.place(point, self.side_to_move)?;
        self.pass();
        Ok(())
    }

    /// Puts a stone of any side on a point; the turn does not change.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn place(&mut self, point: Point, side: Side) -> Result<(), PositionError> {
        self.check_free(point)?;
        self.stones.push((point, side));
        Ok(())
    }

    /// Closes a cell for both sides.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn block(&mut self, point: Point) -> Result<(), PositionError> {
        self.check_free(point)?;
        self.blocked.push(point);
        Ok(())
    }

    /// Takes a stone off the board, wherever it stands in the order, and gives its side the turn.
    ///
    /// # Errors
    /// [`PositionError::NoStone`]; the position is then unchanged.
    pub fn take_back(&mut self, point: Point) -> Result<(), PositionError> {
        let index = self
            .stones
            .iter()
            .position(|&(stone, _)| stone == point)
            .ok_or(PositionError::NoStone(point))?;
        let (_, side) = self.stones.remove(index);
        self.side_to_move = side;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Position {
        Position::new(BoardSize::square(15).expect("a legal size"), Rule::Renju)
    }

    #[test]
    fn playing_alternates_and_taking_back_returns_the_turn() {
        let mut position = board();
        let (a, b) = (Point::at(7, 7), Point::at(8, 8));
        assert_eq!(position.play(a), Ok(()));
        assert_eq!(position.play(b), Ok(()));
        assert_eq!(position.stones(), [(a, Side::Black), (b, Side::White)]);
        let same = Position::from_moves(position.size(), position.rule(), [a, b]);
        assert_eq!(same.as_ref(), Ok(&position));
        assert!(position.stones_of(Side::White).eq([&b]));
        assert_eq!(position.take_back(b), Ok(()));
        assert_eq!(position.side_to_move(), Side::White);
        assert_eq!(position.empty_points().len(), 224);
    }

    #[test]
    fn refused_changes_leave_the_position_alone() {
        let mut position = board();
        let a = Point::at(7, 7);
        position.block(a).expect("the board is empty");
        let before = position.clone();
        assert_eq!(position.play(a), Err(PositionError::Occupied(a)));
        assert_eq!(
            position.play(Point::at(15, 0)),
            Err(PositionError::OffBoard(Point::at(15, 0), position.size()))
        );
        assert_eq!(position.take_back(a), Err(PositionError::NoStone(a)));
        assert_eq!(position, before);
    }
}
