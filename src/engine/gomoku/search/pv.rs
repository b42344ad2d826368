//! The principal variation of a node.

use arrayvec::ArrayVec;

use crate::geometry::Point;

/// Longest line that is kept.
pub(super) const MAX_PV: usize = 128;

/// A line of moves, filled from the leaf to the root.
#[derive(Clone, Debug, Default)]
pub(super) struct PvLine(ArrayVec<Point, MAX_PV>);

impl PvLine {
    /// Forgets the line.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes this line `first`, followed by `rest` as far as there is room.
    pub(super) fn set(&mut self, first: Point, rest: &Self) {
        self.0.clear();
        self.0.push(first);
        self.0.extend(rest.0.iter().copied().take(MAX_PV - 1));
    }

    /// The moves.
    pub(super) fn moves(&self) -> &[Point] {
        &self.0
    }
}
