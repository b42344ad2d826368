//! Recomputes everything a board keeps up to date from its stones alone, for tests.

use crate::geometry::Point;

use super::board::Board;
use super::position::Position;
use super::threat::Threat;
use kagetsu_kernel::Side;

impl Board {
    /// The same position built stone by stone on a new board.
    #[must_use]
    pub fn rebuilt(&self) -> Self {
        let mut position = Position::new(self.size(), self.rule());
        for (point, side) in self.contents() {
            let placed = match side {
                Some(side) => position.place(point, side),
                None => position.block(point),
            };
            debug_assert!(placed.is_ok());
        }
        position.set_side_to_move(self.side_to_move());
        Self::from_position(&position)
    }

    /// The first difference between this board and `other` in anything that a search can see.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = [
            ("key", self.key() == other.key()),
            ("side to move", self.side_to_move() == other.side_to_move()),
            ("empty points", self.empty() == other.empty()),
            ("candidates", self.candidates() == other.candidates()),
            ("lines", self.lines == other.lines),
        ];
        let different = parts.into_iter().find(|&(_, same)| !same);
        different
            .map(|(name, _)| name.to_string())
            .or_else(|| {
                let mut points = self.empty().iter();
                points.find_map(|point| self.difference_at(other, point))
            })
            .or_else(|| self.difference_in_classes(other))
    }

    fn difference_at(&self, other: &Self, point: Point) -> Option<String> {
        Side::BOTH.into_iter().find_map(|side| {
            let (left, right) = (self.shapes(side, point), other.shapes(side, point));
            let same = left == right
                && left == self.lines.shapes(side, point)
                && self.codes(point) == other.codes(point)
                && self.threat(side, point) == other.threat(side, point);
            (!same).then(|| format!("{side} on {point:?}: {left:?}, not {right:?}"))
        })
    }

    fn difference_in_classes(&self, other: &Self) -> Option<String> {
        Side::BOTH.into_iter().find_map(|side| {
            Threat::ALL
                .into_iter()
                .filter(|&threat| threat >= Threat::OpenThree)
                .find_map(|threat| {
                    let same = self.count(side, threat) == other.count(side, threat)
                        && self.points(side, threat) == other.points(side, threat)
                        && self.count(side, threat) == self.points(side, threat).len();
                    (!same).then(|| format!("{side} points of class {threat:?}"))
                })
        })
    }
}
