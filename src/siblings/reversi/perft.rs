//! `perft`: the number of move sequences of a length, to compare the rules with other programs.
//!
//! A pass is a ply of its own. Programs differ in games that end before the length is reached, see [`Endings`]. The
//! last ply is counted without being played. A small cache of earlier counts, which knows symmetric boards as one, saves
//! most of the time from ten plies on.

use super::board::{Board, canonical, squares_of};
use super::engine::table::key_of;

/// What a game that ends before the length is reached counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// It is one sequence: 212,258,800 at eleven plies from the start.
    Counted,
    /// It is no sequence of that length: 212,258,216 at eleven plies from the start.
    Dropped,
}

/// Entries of the cache, a power of two.
const CACHE: usize = 1 << 16;
/// Sequences shorter than this are not worth a look into the cache.
const CACHED_DEPTH: u32 = 3;

/// For shorter sequences it does not pay to look for the symmetric boards.
const SYMMETRIC_DEPTH: u32 = 5;

#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    depth: u32,
    count: u64,
}

struct Counter {
    endings: Endings,
    cache: Vec<Entry>,
}

/// The number of sequences of `depth` plies.
pub fn perft(board: Board, depth: u32, endings: Endings) -> u64 {
    let empty = Entry {
        board: Board::START,
        depth: 0,
        count: 0,
    };
    let mut counter = Counter {
        endings,
        cache: vec![empty; CACHE],
    };
    counter.count(board, depth)
}

fn slot(board: Board, depth: u32) -> usize {
    (key_of(board) ^ u64::from(depth)) as usize & (CACHE - 1)
}

impl Counter {
    fn count(&mut self, board: Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = board.moves();
        if moves == 0 {
            return self.count_pass(board, depth);
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        if depth < CACHED_DEPTH {
            return self.count_moves(board, moves, depth);
        }
        // Boards that are symmetric have as many sequences.
        let board = if depth < SYMMETRIC_DEPTH {
            board
        } else {
            canonical(board).0
        };
        let moves = board.moves();
        let slot = slot(board, depth);
        let entry = self.cache[slot];
        if entry.depth == depth && entry.board == board {
            return entry.count;
        }
        let count = self.count_moves(board, moves, depth);
        self.cache[slot] = Entry {
            board,
            depth,
            count,
        };
        count
    }

    fn count_moves(&mut self, board: Board, moves: u64, depth: u32) -> u64 {
        squares_of(moves)
            .map(|square| self.count(board.after(square, board.flips(square)), depth - 1))
            .sum()
    }

    fn count_pass(&mut self, board: Board, depth: u32) -> u64 {
        if board.passed().moves() != 0 {
            return self.count(board.passed(), depth - 1);
        }
        match self.endings {
            Endings::Counted => 1,
            Endings::Dropped => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::walker;

    /// Plain counting with the slow referee.
    fn slow(board: Board, depth: u32) -> u64 {
        let moves = walker::moves(board);
        match (depth, moves) {
            (0, _) => 1,
            (_, 0) if walker::moves(board.passed()) == 0 => 1,
            (_, 0) => slow(board.passed(), depth - 1),
            _ => squares_of(moves)
                .map(|square| slow(board.after(square, walker::flips(board, square)), depth - 1))
                .sum(),
        }
    }

    #[test]
    fn published_counts_are_met() {
        let known = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
        for (depth, count) in known.into_iter().enumerate() {
            assert_eq!(perft(Board::START, depth as u32, Endings::Counted), count);
        }
    }

    #[test]
    fn finished_games_make_the_difference_of_the_two_conventions() {
        assert_eq!(perft(Board::START, 10, Endings::Counted), 24_571_284);
        assert_eq!(perft(Board::START, 10, Endings::Dropped), 24_571_056);
    }

    #[test]
    fn positions_with_passes_count_as_by_the_slow_referee() {
        let board = Board::new(0x0000_0010_0804_0201, 0x0000_0000_1020_4080).unwrap();
        for depth in 0..7 {
            assert_eq!(perft(board, depth, Endings::Counted), slow(board, depth));
        }
    }
}
