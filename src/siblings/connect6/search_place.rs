//! Where in the tree a search is, and between which scores it looks.

use kagetsu_kernel::Score;

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Turns that are still searched.
    pub(super) depth: i32,
    /// Turns from the root.
    pub(super) ply: usize,
}

impl Place {
    /// The place after a turn that is searched with so much less depth.
    pub(super) const fn next(self, reduction: i32) -> Self {
        Self {
            depth: self.depth - 1 - reduction,
            ply: self.ply + 1,
        }
    }
}

/// The scores between which the exact value matters to the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreWindow {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl ScoreWindow {
    /// The window of all scores.
    pub(super) fn full() -> Self {
        Self {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// The same window, seen by the opponent.
    pub(super) fn of_opponent(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
