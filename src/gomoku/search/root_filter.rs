//! Which moves of the root a search may choose from.

use crate::board::Board;
use crate::geometry::{Point, PointSet};

/// Moves of the root that are excluded, and those that alone are allowed. Below the root every move is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootFilter {
    /// Points that are never chosen.
    pub excluded: PointSet,
    /// The only points that may be chosen; `None` allows all that are not excluded.
    pub only: Option<PointSet>,
}

impl RootFilter {
    /// Allows every move.
    pub const ALL: Self = Self {
        excluded: PointSet::EMPTY,
        only: None,
    };

    /// Allows every move but these.
    pub const fn without(excluded: PointSet) -> Self {
        Self {
            excluded,
            only: None,
        }
    }

    /// Allows these moves alone.
    pub const fn only(points: PointSet) -> Self {
        Self {
            excluded: PointSet::EMPTY,
            only: Some(points),
        }
    }

    /// May this point be chosen?
    pub fn allows(&self, point: Point) -> bool {
        !self.excluded.contains(point) && self.only.is_none_or(|only| only.contains(point))
    }

    /// The same filter without these points, as far as other legal moves are left.
    #[must_use]
    pub fn sparing(&self, points: PointSet, board: &Board) -> Self {
        let fewer = Self {
            excluded: self.excluded | points,
            ..*self
        };
        if fewer.leaves_a_move(board) {
            fewer
        } else {
            *self
        }
    }

    /// Is there a legal move that may be chosen?
    pub fn leaves_a_move(&self, board: &Board) -> bool {
        let (side, empty) = (board.side_to_move(), *board.empty());
        empty
            .iter()
            .any(|point| self.allows(point) && !board.is_foul(side, point))
    }
}

impl Default for RootFilter {
    fn default() -> Self {
        Self::ALL
    }
}
