//! A position with the contents of all pattern places, kept up to date move by move.

use super::patterns::{LANES, PATTERNS, contents};
use crate::board::{Board, Square, squares_of};
use kagetsu_kernel::Side;

/// A board, the side to move, and the contents of all places.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) side: Side,
    pub(super) contents: [u16; LANES],
}

impl Node {
    /// A node whose side to move is called black.
    pub(crate) fn new(board: Board) -> Self {
        Self {
            board,
            side: Side::Black,
            contents: contents(board.own(), board.other()),
        }
    }

    /// The node after a move, given what it flips.
    #[inline]
    pub(crate) fn after(&self, square: Square, flips: u64) -> Self {
        let steps = &PATTERNS.steps;
        let mut row = self.contents;
        // A disc that is flipped to black loses one in its digit, one that is flipped to white gains one.
        let (placed, flipped) = match self.side {
            Side::Black => (1_u16, u16::MAX),
            Side::White => (2, 1),
        };
        add(&mut row, &steps[square.index()], placed);
        for square in squares_of(flips) {
            add(&mut row, &steps[square.index()], flipped);
        }
        Self {
            board: self.board.after(square, flips),
            side: self.side.opponent(),
            contents: row,
        }
    }

    /// The same discs with the other side to move.
    pub(crate) fn passed(&self) -> Self {
        Self {
            board: self.board.passed(),
            side: self.side.opponent(),
            contents: self.contents,
        }
    }
}

#[inline]
fn add(row: &mut [u16; LANES], steps: &[u16; LANES], times: u16) {
    for (content, step) in row.iter_mut().zip(steps) {
        *content = content.wrapping_add(step.wrapping_mul(times));
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::*;

    #[test]
    fn contents_follow_the_moves() {
        let mut rng = Rng::new(4);
        for _ in 0..50 {
            let mut node = Node::new(Board::START);
            while !node.board.is_over() {
                node = match node.board.random_move(&mut rng) {
                    Some(square) => node.after(square, node.board.flips(square)),
                    None => node.passed(),
                };
                let (own, other) = (node.board.own(), node.board.other());
                let expected = match node.side {
                    Side::Black => contents(own, other),
                    Side::White => contents(other, own),
                };
                assert_eq!(node.contents, expected);
            }
        }
    }
}
