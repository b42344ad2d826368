//! Moves that the manager has taken out of the choice of every search. They hold until they are readmitted, on whatever
//! position and board. The cells stay empty: below the root both sides may use them.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::RootFilter;

/// The excluded moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Exclusions {
    pub(super) points: PointSet,
    /// The stones after each path.
    pub(super) paths: Vec<Stones>,
    /// The points that `yxforbid` has taken from each side.
    pub(super) forbidden: [PointSet; 2],
}

/// The stones of both sides, in whatever order they were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones([PointSet; 2]);

impl Stones {
    pub(super) fn of(position: &Position) -> Self {
        Self(Side::BOTH.map(|side| position.stones_of(side).copied().collect()))
    }

    /// The move of a side that leads from other stones to these.
    fn last_move_from(&self, before: &Self, side: Side) -> Option<Point> {
        let (own, other) = (side.index(), side.opponent().index());
        let added = self.0[own] - before.0[own];
        let is_one_move = added.len() == 1
            && (before.0[own] - self.0[own]).is_empty()
            && before.0[other] == self.0[other];
        added.first().filter(|_| is_one_move)
    }
}

impl Exclusions {
    /// What a search of this position may choose.
    pub(super) fn filter(&self, position: &Position) -> RootFilter {
        let stones = Stones::of(position);
        let side = position.side_to_move();
        let by_path = self
            .paths
            .iter()
            .filter_map(|path| path.last_move_from(&stones, side));
        let by_path: PointSet = by_path.collect();
        RootFilter::without(self.points | by_path | self.forbidden[side.index()])
    }
}
