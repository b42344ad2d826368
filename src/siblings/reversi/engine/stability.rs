//! Discs that can never be flipped again, and the bound on the score that follows from them.
//!
//! The count is a lower one: discs of a stable edge configuration, discs whose four lines are all full, and discs that
//! lean in each of the four directions on the border or on a stable disc of their own colour.

use std::sync::LazyLock;

use crate::board::{Board, COLUMN_A, column_bits};

const EDGE: u64 = 0xFF;
const COLUMN_H: u64 = 0x8080_8080_8080_8080;
const SPREAD: u64 = 0x0002_0408_1020_4081;
const BORDER: u64 = 0xFF81_8181_8181_81FF;

/// `EDGES[own * 256 + other]`: the own discs of an edge that no play along the edge can flip.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(edges);

/// The edge after a disc is placed on an empty square of it, with the flips along the edge.
fn place(own: usize, other: usize, at: usize) -> (usize, usize) {
    let mut flips = 0;
    for up in [true, false] {
        let mut run = 0;
        let mut here = 1_usize << at;
        loop {
            here = if up { here << 1 & 0xFF } else { here >> 1 };
            if here & other == 0 {
                break;
            }
            run |= here;
        }
        if here & own != 0 {
            flips |= run;
        }
    }
    (own | 1 << at | flips, other & !flips)
}

fn edges() -> Vec<u8> {
    let mut table = vec![0_u8; 1 << 16];
    let mut order: Vec<(usize, usize)> = (0..1_usize << 16)
        .map(|pair| (pair >> 8, pair & 0xFF))
        .filter(|(own, other)| own & other == 0)
        .collect();
    // Fuller edges first: every placement leads to one.
    order.sort_by_key(|(own, other)| 8 - (own | other).count_ones());
    for (own, other) in order {
        let mut stable = own;
        for at in (0..8).filter(|at| (own | other) >> at & 1 == 0) {
            let (mine, theirs) = place(own, other, at);
            stable &= usize::from(table[mine << 8 | theirs]);
            let (theirs, mine) = place(other, own, at);
            stable &= usize::from(table[mine << 8 | theirs]);
        }
        table[own << 8 | other] = stable as u8;
    }
    table
}

fn edge(own: u64, other: u64) -> u64 {
    let index = (own & EDGE) << 8 | other & EDGE;
    u64::from(EDGES[index as usize])
}

/// Eight bits as the squares of column `a`. The eighth goes its own way: it would carry into the others.
fn spread(bits: u64) -> u64 {
    (bits & 0x7F).wrapping_mul(SPREAD) & COLUMN_A | (bits & 0x80) << 49
}

fn stable_edges(own: u64, other: u64) -> u64 {
    let left = spread(edge(column_bits(own, 0), column_bits(other, 0)));
    let right = spread(edge(column_bits(own, 7), column_bits(other, 7)));
    edge(own, other) | edge(own >> 56, other >> 56) << 56 | left | right << 7
}

/// Squares whose lines in one direction are full: `step` apart, squares in `first` and `last` have no neighbour before and
/// behind them.
fn full_lines(discs: u64, step: u32, first: u64, last: u64) -> u64 {
    let mut up = discs;
    let mut down = discs;
    // A square stays while everything from it to the border is taken.
    for _ in 0..7 {
        up &= last | up >> step;
        down &= first | down << step;
    }
    up & down
}

/// Discs of the side to move that can never be flipped.
fn stable_discs(own: u64, other: u64) -> u64 {
    let discs = own | other;
    let rows = full_lines(discs, 1, COLUMN_A, COLUMN_H);
    let columns = full_lines(discs, 8, EDGE, EDGE << 56);
    let falling = full_lines(discs, 9, COLUMN_A | EDGE, COLUMN_H | EDGE << 56);
    let rising = full_lines(discs, 7, COLUMN_H | EDGE, COLUMN_A | EDGE << 56);
    let mut stable = stable_edges(own, other) | own & rows & columns & falling & rising;
    if stable == 0 {
        return 0;
    }
    let inner = own & !BORDER;
    loop {
        let in_rows = stable << 1 | stable >> 1 | rows;
        let in_columns = stable << 8 | stable >> 8 | columns;
        let in_falling = stable << 9 | stable >> 9 | falling;
        let in_rising = stable << 7 | stable >> 7 | rising;
        let next = stable | inner & in_rows & in_columns & in_falling & in_rising;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The highest score that the side to move can still reach: the other side keeps its stable discs.
pub(crate) fn upper_bound(board: Board) -> i32 {
    let kept = stable_discs(board.other(), board.own()).count_ones() as i32;
    64 - 2 * kept
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::*;

    #[test]
    fn stable_discs_survive_every_random_game() {
        let mut rng = Rng::new(11);
        for _ in 0..400 {
            let mut board = Board::START;
            let mut kept = [0_u64; 2];
            let mut side = 0;
            while !board.is_over() {
                assert_eq!(board.own() & kept[side], kept[side], "{board:?}");
                assert_eq!(board.other() & kept[1 - side], kept[1 - side], "{board:?}");
                kept[side] |= stable_discs(board.own(), board.other());
                kept[1 - side] |= stable_discs(board.other(), board.own());
                board = board.after_random(&mut rng);
                side = 1 - side;
            }
        }
    }

    #[test]
    fn a_corner_is_stable_and_a_full_board_too() {
        assert_eq!(stable_discs(1, 2), 1);
        assert_eq!(stable_discs(3, 0), 3);
        assert_eq!(stable_discs(2, 0), 0);
        assert_eq!(stable_discs(0x00FF_00FF, !0x00FF_00FF), 0x00FF_00FF);
        assert_eq!(upper_bound(Board::new(2, 1).unwrap()), 62);
    }
}
