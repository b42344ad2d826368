//! The kinds of puzzles.

use std::fmt;
use std::str::FromStr;

use crate::gomoku::Rule;
use kagetsu_kernel::ParseTextError;

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

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Fours, Self::Threes, Self::Defend, Self::Foul];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::Threes => "threes",
            Self::Defend => "defend",
            Self::Foul => "foul",
        }
    }

    /// Are there puzzles of this kind by this rule?
    pub fn exists_in(self, rule: Rule) -> bool {
        self != Self::Foul || rule == Rule::Renju
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            ParseTextError::new(text, "no kind of puzzle", "fours, threes, defend or foul")
        })
    }
}
