//! The principal variation: full windows, and the moves of the root.

use super::last::NONE;
use super::order::MoveList;
use super::search::{Question, Search};
use super::stability;
use super::table::key_of;
use crate::board::Square;
use crate::eval::Node;

/// A window of scores: the search tells scores between the ends apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// All scores.
    pub(super) const WHOLE: Self = Self {
        alpha: -64,
        beta: 64,
    };

    const fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Search<'_> {
    /// The score of a node within a window (principal variation search, Marsland and Campbell 1982).
    pub(super) fn principal(
        &mut self,
        node: &Node,
        window: Window,
        depth: u8,
    ) -> (i32, Option<Square>) {
        let empties = node.board.empties();
        let depth = depth.min(empties as u8);
        if depth == 0 {
            if empties == 0 {
                self.counter.0 += 1;
                return (node.board.final_score(), None);
            }
            return (self.leaf(node), None);
        }
        if self.enter() {
            return (NONE, None);
        }
        let moves = node.board.moves();
        if moves == 0 {
            if node.board.passed().moves() == 0 {
                return (node.board.final_score(), None);
            }
            return (
                -self.principal(&node.passed(), window.turned(), depth).0,
                None,
            );
        }
        let mut window = window;
        if self.has_cuts {
            window.beta = window.beta.min(stability::upper_bound(node.board));
            if window.beta <= window.alpha {
                return (window.beta, None);
            }
        }
        let mut list = MoveList::new(node.board, moves);
        let known = self.probe(key_of(node.board));
        self.order_principal(&mut list, node, depth, known);
        self.principal_moves(node, &mut list, window, depth)
    }

    /// Searches the moves of a list in their order.
    fn principal_moves(
        &mut self,
        node: &Node,
        list: &mut MoveList,
        window: Window,
        depth: u8,
    ) -> (i32, Option<Square>) {
        let mut best = NONE;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let next = node.after(candidate.square, candidate.flips);
            let alpha = window.alpha.max(best);
            let question = Question { alpha, depth };
            let mut score = window.beta;
            if best != NONE {
                score = -self.null_window(&next, question.child());
            }
            if best == NONE || (score > alpha && score < window.beta) {
                let rest = Window { alpha, ..window };
                score = -self.principal(&next, rest.turned(), depth - 1).0;
            }
            if self.stopped {
                return (NONE, None);
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if best > window.alpha && self.root == Some(node.board) {
                    self.root_best = best_move;
                }
                if best >= window.beta {
                    break;
                }
            }
        }
        let question = Question {
            alpha: window.alpha,
            depth,
        };
        let found = (window.beta, best, best_move);
        self.write(key_of(node.board), question, self.selectivity, found);
        (best, best_move)
    }
}
