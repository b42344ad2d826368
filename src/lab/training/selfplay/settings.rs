//! The settings of self-play.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

/// The settings of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySettings {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Fewest and most nodes to search for a move, at least one. The number is random for each move, and its logarithm
    /// is uniformly distributed.
    pub nodes: RangeInclusive<u64>,
    /// Percentage of the searches from whose trees positions are taken.
    pub tree_percent: usize,
    /// Seed of all random choices.
    pub seed: u64,
}
