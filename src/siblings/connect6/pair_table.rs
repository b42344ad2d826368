//! The transposition table of the search. A pair takes two entries: its first cell is filed under the position, its second
//! one under the position after the first.

use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, Entries, TableEntry};

use super::board::Board;
use super::candidates::Candidate;
use super::geometry::Cell;

/// What the table keeps of a position: the best pair, if one was looked for, and what is known of the score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) pair: Option<Candidate>,
    pub(super) score: Score,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// The table during one search.
#[derive(Debug)]
pub(super) struct PairTable<'a>(Entries<'a>);

impl<'a> PairTable<'a> {
    pub(super) const fn new(entries: Entries<'a>) -> Self {
        Self(entries)
    }

    /// What is known of a position so many turns from the root.
    pub(super) fn probe(&self, board: &Board, ply: usize) -> Option<TableEntry> {
        self.0.probe(board.key(), ply)
    }

    /// Puts the pair of the table first. Its second cell is filed under the position after the first one.
    pub(super) fn hash_first(
        &self,
        board: &mut Board,
        hash: Option<TableEntry>,
        mut pairs: Vec<Candidate>,
    ) -> Vec<Candidate> {
        let cell = |entry: TableEntry| {
            usize::from(entry.best)
                .checked_sub(1)
                .and_then(Cell::from_index)
        };
        let Some(a) = hash.and_then(cell).filter(|&a| board.is_empty(a)) else {
            return pairs;
        };
        board.play(a);
        let b = self
            .0
            .probe(board.key(), 0)
            .and_then(cell)
            .filter(|&b| board.is_empty(b));
        board.unplay(a);
        if let Some(b) = b {
            let is_it = |pair: &Candidate| pair.cells() == (a.min(b), a.max(b));
            // A pair of the table that is no candidate here would not answer the threats, or comes from a wider root.
            if let Some(index) = pairs.iter().position(is_it) {
                let pair = pairs.remove(index);
                pairs.insert(0, pair);
            }
        }
        pairs
    }

    /// Keeps what was found of a position.
    pub(super) fn store(&self, board: &mut Board, ply: usize, found: Found) {
        let Found {
            pair,
            score,
            depth,
            bound,
        } = found;
        let best = |cell: Cell| cell.index() as u16 + 1;
        let entry = TableEntry {
            best: pair.map_or(0, |pair| best(pair.a)),
            score,
            evaluation: None,
            depth,
            bound,
        };
        self.0.store(board.key(), ply, entry);
        if let Some(pair) = pair {
            board.play(pair.a);
            let second = TableEntry {
                best: best(pair.b),
                score: Score::ZERO,
                bound: Bound::None,
                ..entry
            };
            self.0.store(board.key(), 0, second);
            board.unplay(pair.a);
        }
    }
}
