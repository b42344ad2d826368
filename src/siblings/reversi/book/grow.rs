//! Growing a book: the next position is the one that the best play of both sides is most likely to reach.
//!
//! A move costs what it is worth less than the best one of its position, and a fixed price for its ply. The position
//! outside the book with the cheapest path from the start comes next (drop-out expansion, T. Lincke, "Strategies for the
//! automatic construction of opening books", 2001). The searches do not depend on earlier ones: the same book comes
//! out wherever growth is stopped and continued.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use kagetsu_kernel::{SearchLimits, StopSignal};

use super::entries::{Book, Entry, Step, step};
use super::values::Values;
use crate::board::{Board, canonical, squares_of};
use crate::engine::Brain;

/// How a book grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Growth {
    /// Plies of each search, the move itself included.
    pub depth: u8,
    /// Positions with fewer empty squares are not added.
    pub least_empties: u32,
}

/// Parts of a disc in which costs are counted.
const PARTS: u32 = 4;
/// The price of a ply, in parts of a disc.
const PLY: u32 = 2;

/// The position to add next; nothing when all are there.
fn next_board(book: &Book, growth: Growth) -> Option<Board> {
    let (start, _) = canonical(Board::START);
    let values = Values::of(book);
    let mut seen = BTreeSet::new();
    let mut open = BinaryHeap::from([Reverse((0_u32, start))]);
    while let Some(Reverse((cost, board))) = open.pop() {
        if !seen.insert(board) {
            continue;
        }
        let Some(entry) = book.get(board) else {
            return Some(board);
        };
        let best = i32::from(values.get(board).unwrap_or_default());
        for &(square, score) in &entry.moves {
            let Some(next) = step(board, square).and_then(Step::board) else {
                continue;
            };
            let loss = best - i32::from(values.of_move(board, square, score));
            if next.empties() >= growth.least_empties {
                let cost = cost + PARTS * loss.unsigned_abs() + PLY;
                open.push(Reverse((cost, next)));
            }
        }
    }
    None
}

/// The searched score of where a move leads, for the side that moves.
fn score(brain: &mut Brain, leads: Step, growth: Growth, stop: &StopSignal) -> Option<i8> {
    let limits = SearchLimits::of_depth(growth.depth.saturating_sub(1).max(1).into());
    leads.score(|board| {
        brain.forget();
        let found = brain.think(board, limits, stop, &mut |_| ())?;
        (!stop.is_raised()).then_some(found.score as i8)
    })
}

/// Adds one position to a book. False when there is none to add, or the search was stopped.
pub(crate) fn grow(book: &mut Book, brain: &mut Brain, growth: Growth, stop: &StopSignal) -> bool {
    let Some(board) = next_board(book, growth) else {
        return false;
    };
    let mut known = BTreeMap::new();
    let mut moves = Vec::new();
    for square in squares_of(board.moves()) {
        let Some(leads) = step(board, square) else {
            continue;
        };
        let key = leads.board();
        let earlier = key.and_then(|key| known.get(&key).copied());
        let Some(found) = earlier.or_else(|| score(brain, leads, growth, stop)) else {
            return false;
        };
        known.extend(key.map(|key| (key, found)));
        moves.push((square, found));
    }
    let depth = growth.depth;
    book.insert(board, Entry { depth, moves })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;

    use super::*;

    const GROWTH: Growth = Growth {
        depth: 2,
        least_empties: 50,
    };

    fn brain() -> Brain {
        Brain::shipped(1 << 16, Arc::new(FakeClock::new())).unwrap()
    }

    #[test]
    fn growth_can_be_interrupted_anywhere() {
        let (mut brain, stop) = (brain(), StopSignal::new());
        let mut whole = Book::default();
        for _ in 0..40 {
            assert!(grow(&mut whole, &mut brain, GROWTH, &stop));
        }
        let mut parts = Book::default();
        for count in 0..40 {
            if count == 17 {
                parts = super::super::file::read(&super::super::file::text(&parts)).unwrap();
            }
            assert!(grow(&mut parts, &mut brain, GROWTH, &stop));
        }
        assert_eq!(parts, whole);
        assert_eq!(whole.len(), 40);
        stop.raise();
        assert!(!grow(&mut parts, &mut brain, GROWTH, &stop));
        assert_eq!(parts, whole);
    }

    #[test]
    fn a_book_without_room_is_complete() {
        let growth = Growth {
            depth: 1,
            least_empties: 58,
        };
        let (mut book, mut brain, stop) = (Book::default(), brain(), StopSignal::new());
        while grow(&mut book, &mut brain, growth, &stop) {}
        // The start, one first move, and three answers to it.
        assert_eq!(book.len(), 5);
    }
}
