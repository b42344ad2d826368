//! The kinds of puzzles.

use crate::game::named;
use crate::gomoku::Rule;

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Win by continuous fours.
    Fours,
    /// Win by continuous threats where fours alone do not win.
    Threes,
    /// Make the only move that does not lose to continuous threats.
    Defend,
    /// Win by fours that Black must not stop: White to move, in renju.
    Foul,
}

named! {
    Kind, "no kind of puzzle",
    Fours "fours",
    Threes "threes",
    Defend "defend",
    Foul "foul",
}

impl Kind {
    /// Are there puzzles of this kind by this rule?
    pub fn exists_in(self, rule: Rule) -> bool {
        self != Self::Foul || rule == Rule::Renju
    }
}
