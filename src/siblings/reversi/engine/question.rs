//! What a search is asked about a node, and how careful the answer must be.

/// Nothing is cut by guess.
pub(super) const EXACT: u8 = 6;

/// What is asked about a node: is its score above `alpha`, at this depth?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) alpha: i32,
    pub(super) depth: u8,
}

impl Question {
    pub(super) const fn child(self) -> Self {
        Self {
            alpha: -self.alpha - 1,
            depth: self.depth.saturating_sub(1),
        }
    }

    /// The same question to the other side, which sees the negated score.
    pub(super) const fn passed(self) -> Self {
        Self {
            alpha: -self.alpha - 1,
            depth: self.depth,
        }
    }
}
