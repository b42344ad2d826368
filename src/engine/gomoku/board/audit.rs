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
        let pair = (self, other);
        let differ = |name: &str, same: bool| (!same).then(|| name.to_string());
        differ("key", pair.0.key() == pair.1.key())
            .or_else(|| {
                differ(
                    "side to move",
                    pair.0.side_to_move() == pair.1.side_to_move(),
                )
            })
            .or_else(|| differ("empty points", pair.0.empty() == pair.1.empty()))
            .or_else(|| differ("candidates", pair.0.candidates() == pair.1.candidates()))
            .or_else(|| differ("lines", pair.0.lines == pair.1.lines))
            .or_else(|| {
                self.empty()
                    .iter()
                    .find_map(|point| self.difference_at(other, point))
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
