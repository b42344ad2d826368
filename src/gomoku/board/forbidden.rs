//! Forbidden points of Black in renju. The rule text: rules of the Renju International Federation, section 9;
//! a three counts only if its straight four can be reached by a move that is itself legal, and five beats foul.
//!
//! The shapes nominate: overline and double four are final, a double three must be confirmed by recursion.
//! Each level of the recursion adds a black stone, so it ends.

use crate::geometry::{Direction, Point, PointSet};

use super::board::Board;
use super::foul::Foul;
use super::shape::Shape;
use super::side::Side;
use super::threat::Threat;

/// Farthest point from a three's newest stone at which its straight four can be completed.
const COMPLETION_REACH: isize = 3;

impl Board {
    /// Why the side must not play on this empty point; `None` when it may.
    #[inline]
    pub fn foul(&self, side: Side, point: Point) -> Option<Foul> {
        if self.threat(side, point) == Threat::Foul {
            self.confirm_foul(point)
        } else {
            None
        }
    }

    /// Is the point forbidden for the side?
    #[inline]
    pub fn is_foul(&self, side: Side, point: Point) -> bool {
        self.foul(side, point).is_some()
    }

    /// All points that are forbidden for the side.
    pub fn fouls(&self, side: Side) -> PointSet {
        let nominated = *self.points(side, Threat::Foul);
        nominated
            .iter()
            .filter(|&point| self.is_foul(side, point))
            .collect()
    }

    fn confirm_foul(&self, point: Point) -> Option<Foul> {
        let shapes = self.shapes(Side::Black, point);
        let fours = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Four | Shape::OpenFour))
            .count();
        if fours > 1 || shapes.contains(&Shape::DoubleFour) {
            return Some(Foul::DoubleFour);
        }
        let threes = shapes.iter().filter(|shape| shape.is_open_three()).count();
        if threes > 1 && self.real_threes(point, shapes) > 1 {
            return Some(Foul::DoubleThree);
        }
        shapes.contains(&Shape::Overline).then_some(Foul::Overline)
    }

    /// Of Black's open threes through this empty point, how many are real, counted up to two. They are tried on a copy.
    fn real_threes(&self, point: Point, shapes: [Shape; Direction::ALL.len()]) -> usize {
        let mut board = self.without_history();
        if board.side_to_move() != Side::Black {
            board.pass();
        }
        board.make(point);
        Direction::ALL
            .into_iter()
            .filter(|&direction| shapes[direction as usize].is_open_three())
            .filter(|&direction| board.is_real_three(point, direction))
            .take(2)
            .count()
    }

    /// With Black's stone just put on `point`: can its three in this direction become a straight four by a legal
    /// move?
    fn is_real_three(&self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sense| {
            let mut steps = 1;
            while steps <= COMPLETION_REACH
                && self
                    .lines
                    .stone_along(direction, point, sense * steps, Side::Black)
            {
                steps += 1;
            }
            if steps > COMPLETION_REACH {
                return false;
            }
            let Some(completion) = self.lines.empty_along(direction, point, sense * steps) else {
                return false;
            };
            self.shapes(Side::Black, completion)[direction as usize] == Shape::OpenFour
                && self.threat(Side::Black, completion) != Threat::Five
                && !self.is_foul(Side::Black, completion)
        })
    }
}
