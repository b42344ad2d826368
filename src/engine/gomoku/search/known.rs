//! Positions near the root whose value is known before the search starts, such as those of a database. The search reads
//! them beside the transposition table, where later entries cannot replace them.

use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, TableEntry};

use crate::board::{Board, Position};
use crate::geometry::Point;

/// The depth of an entry whose result is proved: no search can better it.
const PROVED_DEPTH: i8 = i8::MAX;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The position.
    pub position: Position,
    /// The score for its side to move. A decided score counts the plies from this position.
    pub score: Score,
    /// The relation of the score to the true one.
    pub bound: Bound,
    /// Depth in plies of the search that made the score.
    pub depth: u32,
    /// The best move.
    pub best: Option<Point>,
    /// Is it proved who wins, or that nobody does? The search then goes no further.
    pub is_proved: bool,
}

/// Known positions by their keys.
#[derive(Clone, Debug, Default)]
pub struct KnownPositions {
    /// In the order of the keys. Scores count from the stored position.
    entries: Vec<(u64, TableEntry)>,
}

impl KnownPositions {
    /// Plies from the root up to which a search looks for known positions.
    pub const PLIES: usize = 3;

    /// Positions of one size and rule. Of equal positions the one with the greatest depth counts.
    pub fn new(positions: &[KnownPosition]) -> Self {
        let mut entries: Vec<(u64, TableEntry)> = positions.iter().map(keyed_entry).collect();
        entries.sort_by_key(|&(key, entry)| (key, std::cmp::Reverse(entry.depth)));
        entries.dedup_by_key(|&mut (key, _)| key);
        Self { entries }
    }

    /// What is known of the position of a key, so many plies after the root.
    pub(super) fn find(&self, key: u64, ply: usize) -> Option<Known> {
        // Asked at every node, and nearly always without any known position.
        if self.entries.is_empty() || ply > Self::PLIES {
            return None;
        }
        let place = self
            .entries
            .binary_search_by_key(&key, |&(other, _)| other)
            .ok()?;
        let (_, mut entry) = self.entries[place];
        entry.score = Score::from_table(entry.score.value() as i16, ply);
        Some(Known { entry })
    }
}

/// An entry that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its score counts from the root.
    pub(super) entry: TableEntry,
}

impl Known {
    /// Is its result proved, so that no search has to look further?
    pub(super) const fn is_proved(self) -> bool {
        self.entry.depth == PROVED_DEPTH
    }

    /// The entry that a node of this depth uses instead of the one of the transposition table. The known score is used if
    /// its search was deep enough and the table has no deeper one. The move comes from the entry whose score is used; if that
    /// has none, from the other entry.
    pub(super) fn joined_with(self, stored: Option<TableEntry>, depth: i32) -> TableEntry {
        let or = |best: u16, other: u16| if best == 0 { other } else { best };
        let is_deep = i32::from(self.entry.depth) >= depth;
        match stored {
            Some(stored) if !is_deep || stored.depth > self.entry.depth => TableEntry {
                best: or(stored.best, self.entry.best),
                ..stored
            },
            _ => TableEntry {
                best: or(self.entry.best, stored.map_or(0, |stored| stored.best)),
                evaluation: stored.and_then(|stored| stored.evaluation),
                bound: if is_deep {
                    self.entry.bound
                } else {
                    Bound::None
                },
                ..self.entry
            },
        }
    }
}

fn keyed_entry(known: &KnownPosition) -> (u64, TableEntry) {
    let searched = known.depth.min(u32::from(PROVED_DEPTH as u8) - 1) as i8;
    let entry = TableEntry {
        best: known.best.map_or(0, |point| point.index() as u16),
        score: known.score,
        evaluation: None,
        depth: if known.is_proved {
            PROVED_DEPTH
        } else {
            searched
        },
        bound: known.bound,
    };
    (Board::from_position(&known.position).key(), entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_either_entry_is_kept() {
        let entry = |best, depth| TableEntry {
            best,
            score: Score::ZERO,
            evaluation: None,
            depth,
            bound: Bound::Exact,
        };
        let joined = |known, stored| Known { entry: known }.joined_with(stored, 4).best;
        let (no_move, own, other) = (0, 7, 8);
        // The known score is used, then that of the table.
        for (known_depth, first) in [(9, own), (1, other)] {
            let known = |best| entry(best, known_depth);
            let stored = |best| Some(entry(best, 5));
            assert_eq!(joined(known(own), stored(other)), first);
            assert_eq!(joined(known(own), stored(no_move)), own);
            assert_eq!(joined(known(no_move), stored(other)), other);
            assert_eq!(joined(known(own), None), own);
        }
    }
}
