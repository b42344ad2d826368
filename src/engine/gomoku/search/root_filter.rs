//! Which moves of the root a search may choose from.

use crate::board::Board;
use crate::geometry::{Point, PointSet};

/// What is searched of moves that a symmetry of the position makes equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualMoves {
    /// One of them, which stands for all.
    #[default]
    One,
    /// All of them, each for itself.
    All,
}

/// Moves of the root that are excluded, and those that alone are allowed. Below the root every move is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootFilter {
    /// Points that are never chosen.
    pub excluded: PointSet,
    /// The only points that may be chosen; `None` allows all that are not excluded.
    pub only: Option<PointSet>,
    /// What is searched of equal moves.
    pub equals: EqualMoves,
}

impl RootFilter {
    /// Allows every move: the default.
    pub const ALL: Self = Self {
        excluded: PointSet::EMPTY,
        only: None,
        equals: EqualMoves::One,
    };

    /// Allows every move but these.
    pub const fn without(excluded: PointSet) -> Self {
        Self {
            excluded,
            ..Self::ALL
        }
    }

    /// Allows these moves alone.
    pub const fn only(points: PointSet) -> Self {
        Self {
            only: Some(points),
            ..Self::ALL
        }
    }

    /// May every point be chosen?
    pub fn allows_all(&self) -> bool {
        self.excluded.is_empty() && self.only.is_none()
    }

    /// May this point be chosen?
    pub fn allows(&self, point: Point) -> bool {
        !self.excluded.contains(point) && self.only.is_none_or(|only| only.contains(point))
    }

    /// The same filter without these points, as far as other legal moves are left.
    #[must_use]
    pub(crate) fn sparing(&self, points: PointSet, board: &Board) -> Self {
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
