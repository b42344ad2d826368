//! What games are to be made.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

/// What games are to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySettings {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Fewest and most positions to visit for a move; the number is drawn for each move, every factor between them
    /// being as likely as another. At least one.
    pub nodes: RangeInclusive<u64>,
    /// What decides where chance decides.
    pub seed: u64,
}
