//! What there is in a database.

use std::collections::BTreeMap;

use super::entry::{Entry, Label};
use super::key::PositionKey;

/// Figures of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions.
    pub positions: u64,
    /// Positions of each rule and size, such as `renju 15x15`.
    pub boards: BTreeMap<String, u64>,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions with a value.
    pub values: u64,
    /// Positions with a best move.
    pub best_moves: u64,
    /// Positions with a mark or a text.
    pub notes: u64,
    /// The greatest depth.
    pub depth: u16,
}

impl Statistics {
    /// Counts a position.
    pub fn add(&mut self, key: &PositionKey, entry: &Entry) {
        self.positions += 1;
        if let Some((rule, size)) = key.board() {
            *self.boards.entry(format!("{rule} {size}")).or_default() += 1;
        }
        match entry.label {
            Some(Label::Win) => self.wins += 1,
            Some(Label::Loss) => self.losses += 1,
            Some(Label::Draw) => self.draws += 1,
            None => (),
        }
        self.values += u64::from(entry.value.is_some());
        self.best_moves += u64::from(entry.best.is_some());
        self.notes += u64::from(!entry.mark.is_empty() || !entry.text.is_empty());
        self.depth = self.depth.max(entry.depth);
    }
}
