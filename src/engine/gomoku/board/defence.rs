//! Exact defences: the points where a stone of the opponent removes a threat.

use crate::geometry::{Direction, Point, PointSet};

use super::board::Board;
use super::line_snapshot::WIDE;
use super::shape::Shape;
use super::threat::Threat;
use kagetsu_kernel::Side;

/// Farthest a stone can lie from a point and still change its shapes.
pub(crate) const SHAPE_REACH: isize = WIDE as isize;

impl Board {
    /// Points where a stone of the other side leaves the attacker's `target` below the given class. The
    /// target itself is always among them.
    fn spoilers(&self, attacker: Side, target: Point, at_least: Threat) -> PointSet {
        let mut spoilers = PointSet::from_iter([target]);
        let defender = attacker.opponent();
        let shapes = self.shapes(attacker, target);
        for direction in Direction::ALL {
            let unchanged = shapes[direction as usize];
            if unchanged < Shape::Four {
                // The classes asked for consist of fours and fives, so a change of any other shape leaves them.
                continue;
            }
            for steps in (-SHAPE_REACH..=SHAPE_REACH).filter(|&steps| steps != 0) {
                let Some(reply) = self.lines.empty_along(direction, target, steps) else {
                    continue;
                };
                let shape = self
                    .lines
                    .shape_with(attacker, direction, target, reply, defender);
                if shape != unchanged
                    && self.map.threat_with(attacker, target, direction, shape) < at_least
                {
                    spoilers.insert(reply);
                }
            }
        }
        spoilers
    }

    /// The replies that leave the attacker no five next move; empty when every reply loses.
    pub fn five_defences(&self, attacker: Side) -> PointSet {
        if self.rule().void_if_closed() {
            return self.common_spoilers(attacker, Threat::Five);
        }
        // Only a stone on the point itself removes a five.
        let fives = self.points(attacker, Threat::Five);
        if self.count(attacker, Threat::Five) > 1 {
            PointSet::EMPTY
        } else {
            *fives
        }
    }

    /// The points where a stone of the other side removes at least one of the attacker's fives.
    pub(crate) fn five_spoilers(&self, attacker: Side) -> PointSet {
        let fives = *self.points(attacker, Threat::Five);
        if !self.rule().void_if_closed() {
            return fives;
        }
        fives.iter().fold(PointSet::EMPTY, |all, five| {
            all | self.spoilers(attacker, five, Threat::Five)
        })
    }

    /// The quiet replies that leave the attacker no open four (or two fours) next move. Fours of the defender
    /// are replies as well, but not listed.
    pub fn open_four_defences(&self, attacker: Side) -> PointSet {
        self.common_spoilers(attacker, Threat::OpenFour)
    }

    fn common_spoilers(&self, attacker: Side, class: Threat) -> PointSet {
        let mut targets = self.points(attacker, class).iter();
        let Some(first) = targets.next() else {
            return *self.empty();
        };
        targets.fold(self.spoilers(attacker, first, class), |common, target| {
            if common.is_empty() {
                common
            } else {
                common & self.spoilers(attacker, target, class)
            }
        })
    }
}
