//! The last four empty squares, written out: no move generation, no table, squares tried in the order of parity.
//!
//! All functions answer a null window: is the score above `alpha`? Scores are fail-soft.

use super::squares::{IN_QUADRANTS, NEIGHBOURS, QUADRANT};
use crate::board::{Board, Square, last_flips};

/// Below every score.
pub(super) const NONE: i32 = -127;

/// Counts the positions that were visited.
#[derive(Debug, Default)]
pub(super) struct Counter(pub(super) u64);

#[inline]
fn same(a: Square, b: Square) -> bool {
    QUADRANT[a.index()] == QUADRANT[b.index()]
}

#[inline]
fn child(board: Board, square: Square) -> Option<Board> {
    if NEIGHBOURS[square.index()] & board.other() == 0 {
        return None;
    }
    let flips = board.flips(square);
    (flips != 0).then(|| board.after(square, flips))
}

/// One empty square, seen by the side to move.
#[inline]
fn one(own: u64, square: Square) -> i32 {
    let count = own.count_ones() as i32;
    let flips = last_flips(square, own);
    if flips > 0 {
        return 2 * (count + flips + 1) - 64;
    }
    let flips = last_flips(square, !own & !square.bit());
    if flips > 0 {
        return 2 * (count - flips) - 64;
    }
    // Nobody can move: the empty square goes to the winner.
    let lead = 2 * count - 63;
    lead + lead.signum()
}

impl Counter {
    #[inline]
    fn two(&mut self, board: Board, alpha: i32, squares: [Square; 2]) -> i32 {
        self.0 += 1;
        let [a, b] = squares;
        let mut best = NONE;
        for (square, rest) in [(a, b), (b, a)] {
            if let Some(next) = child(board, square) {
                self.0 += 1;
                best = best.max(-one(next.own(), rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let passed = board.passed();
        let mut worst = -NONE;
        for (square, rest) in [(a, b), (b, a)] {
            if let Some(next) = child(passed, square) {
                self.0 += 1;
                worst = worst.min(one(next.own(), rest));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst != -NONE {
            return worst;
        }
        board.final_score()
    }

    #[inline]
    fn three(&mut self, board: Board, alpha: i32, squares: [Square; 3]) -> i32 {
        self.0 += 1;
        let [a, b, c] = squares;
        // The square that is alone in its quadrant first.
        let [a, b, c] = if same(a, b) {
            [c, a, b]
        } else if same(a, c) {
            [b, a, c]
        } else {
            [a, b, c]
        };
        let best = self.three_moves(board, alpha, [a, b, c]);
        if best != NONE {
            return best;
        }
        let best = self.three_moves(board.passed(), -alpha - 1, [a, b, c]);
        if best == NONE {
            board.final_score()
        } else {
            -best
        }
    }

    #[inline]
    fn three_moves(&mut self, board: Board, alpha: i32, squares: [Square; 3]) -> i32 {
        let [a, b, c] = squares;
        let mut best = NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(next) = child(board, square) {
                best = best.max(-self.two(next, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// A board with four empty squares. Is its score above `alpha`?
    pub(super) fn four(&mut self, board: Board, alpha: i32) -> i32 {
        self.0 += 1;
        let squares = by_parity(board.empty());
        let best = self.four_moves(board, alpha, squares);
        if best != NONE {
            return best;
        }
        let best = self.four_moves(board.passed(), -alpha - 1, squares);
        if best == NONE {
            board.final_score()
        } else {
            -best
        }
    }

    fn four_moves(&mut self, board: Board, alpha: i32, squares: [Square; 4]) -> i32 {
        let [a, b, c, d] = squares;
        let mut best = NONE;
        for (square, rest) in [
            (a, [b, c, d]),
            (b, [a, c, d]),
            (c, [a, b, d]),
            (d, [a, b, c]),
        ] {
            if let Some(next) = child(board, square) {
                best = best.max(-self.three(next, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// Four squares; those alone in their quadrant first, then those of a quadrant with three.
fn by_parity(empty: u64) -> [Square; 4] {
    let a = Square::lowest(empty);
    let rest = empty & empty.wrapping_sub(1);
    let b = Square::lowest(rest);
    let rest = rest & rest.wrapping_sub(1);
    let c = Square::lowest(rest);
    let d = Square::lowest(rest & rest.wrapping_sub(1));
    let mut squares = [a, b, c, d];
    squares.sort_by_key(|&square| match quadrant_mates(square, empty) {
        1 => 0,
        3 => 1,
        _ => 2,
    });
    squares
}

/// Number of empty squares in the quadrant of a square.
#[inline]
fn quadrant_mates(square: Square, empty: u64) -> u32 {
    (IN_QUADRANTS[usize::from(QUADRANT[square.index()]) & 15] & empty).count_ones()
}
