//! Forbidden points of Black in renju. The rule text: rules of the Renju International Federation, section 9;
//! a three counts only if its straight four can be reached by a move that is itself legal, and five beats foul.
//!
//! The shapes nominate: overline and double four are final, a double three must be confirmed by recursion.
//! Each level of the recursion adds a black stone, so it ends. The stones are put on a copy of the lines alone, and shapes
//! are looked up there: nothing else of a board is asked for.

use crate::geometry::{Direction, Point, PointSet};

use super::board::Board;
use super::lines::{BoardLines, Content};
use super::outcome::Foul;
use super::shape::Shape;
use super::threat::Threat;
use kagetsu_kernel::Side;

/// Farthest point from a three's newest stone at which its straight four can be completed.
const COMPLETION_REACH: isize = 3;

impl Board {
    /// Why the side must not play on this empty point; `None` when it may.
    #[inline]
    pub fn foul(&self, side: Side, point: Point) -> Option<Foul> {
        if self.threat(side, point) == Threat::Foul {
            confirmed(&self.lines, point)
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
}

/// Why Black must not play on an empty point of the class [`Threat::Foul`]; `None` for a double three that does not count.
fn confirmed(lines: &BoardLines, point: Point) -> Option<Foul> {
    let shapes = lines.shapes(Side::Black, point);
    let fours = shapes.iter().filter(|shape| shape.is_single_four()).count();
    if fours > 1 || shapes.contains(&Shape::DoubleFour) {
        return Some(Foul::DoubleFour);
    }
    let threes = shapes.iter().filter(|shape| shape.is_open_three()).count();
    if threes > 1 && has_two_real_threes(lines, point, shapes) {
        return Some(Foul::DoubleThree);
    }
    shapes.contains(&Shape::Overline).then_some(Foul::Overline)
}

/// Do at least two of Black's open threes through this empty point count?
fn has_two_real_threes(
    lines: &BoardLines,
    point: Point,
    shapes: [Shape; Direction::COUNT],
) -> bool {
    let mut lines = lines.clone();
    lines.toggle(point, Content::Stone(Side::Black));
    let real = Direction::ALL.into_iter().filter(|&direction| {
        shapes[direction as usize].is_open_three() && is_real_three(&lines, point, direction)
    });
    real.take(2).count() == 2
}

/// With Black's stone just put on `point`: can its three in this direction become a straight four by a legal move?
fn is_real_three(lines: &BoardLines, point: Point, direction: Direction) -> bool {
    [-1, 1].into_iter().any(|sense| {
        let black =
            |&steps: &isize| lines.stone_along(direction, point, sense * steps, Side::Black);
        let steps = 1 + (1..=COMPLETION_REACH).take_while(black).count() as isize;
        if steps > COMPLETION_REACH {
            return false;
        }
        let Some(completion) = lines.empty_along(direction, point, sense * steps) else {
            return false;
        };
        let shapes = lines.shapes(Side::Black, completion);
        shapes[direction as usize] == Shape::OpenFour
            && match Threat::of(shapes, true) {
                Threat::Five => false,
                Threat::Foul => confirmed(lines, completion).is_none(),
                _ => true,
            }
    })
}
