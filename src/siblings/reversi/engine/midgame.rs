//! The search with the learned evaluation: null windows and principal variations, to a depth or to the end.
//!
//! A search to the end goes on here while there are many empty squares, because the evaluation orders moves so much
//! better; from [`FEATURED`] on downwards it is handed to the bare boards of `endgame`.

use super::last::NONE;
use super::order::MoveList;
use super::search::{EXACT, Question, Search};
use super::squares::{CORNERS, parity_of};
use super::table::{Entry, Found, NO_MOVE, key_of};
use crate::board::{Square, squares_of};
use crate::eval::Node;

/// A search to the end keeps the contents of patterns while there are at least this many empty squares.
const FEATURED: u32 = 12;
/// Children are looked up before any is searched from this depth on.
const LOOK_AHEAD_DEPTH: u8 = 3;
/// From this depth on moves are ordered by the evaluation of the children, below by mobility.
const EVALUATED_DEPTH: u8 = 3;
/// From these depths on children are ordered by a search of one or two plies.
const SEARCHED_DEPTHS: [u8; 2] = [8, 17];
/// Value of a disc of the evaluation in the order of moves.
const DISC: i32 = 16;

/// Does a table entry answer the question?
pub(super) fn answer(entry: Entry, question: Question, selectivity: u8) -> Option<i32> {
    if !entry.covers(question.depth, selectivity) {
        return None;
    }
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if lower > question.alpha {
        Some(lower)
    } else if upper <= question.alpha {
        Some(upper)
    } else {
        None
    }
}

impl Search<'_> {
    /// Is the score of a node above `alpha`?
    pub(super) fn null_window(&mut self, node: &Node, question: Question) -> i32 {
        let empties = node.board.empties();
        let question = Question {
            depth: question.depth.min(empties as u8),
            ..question
        };
        let to_end = u32::from(question.depth) == empties;
        if to_end && empties < FEATURED {
            return self.exact(
                node.board,
                question.alpha,
                empties,
                parity_of(node.board.empty()),
            );
        }
        if question.depth == 0 {
            return self.leaf(node);
        }
        if self.enter() {
            return NONE;
        }
        if let Some(bound) = self.stability_cut(node.board, question.alpha) {
            return bound;
        }
        let moves = node.board.moves();
        if moves == 0 {
            if node.board.passed().moves() == 0 {
                return node.board.final_score();
            }
            return -self.null_window(&node.passed(), question.passed());
        }
        if question.depth == 1 {
            return self.one_ply(node, moves, question);
        }
        self.null_window_moves(node, moves, question)
    }

    /// The best evaluation one ply on.
    fn one_ply(&mut self, node: &Node, moves: u64, question: Question) -> i32 {
        let mut best = NONE;
        for square in squares_of(moves) {
            let next = node.after(square, node.board.flips(square));
            best = best.max(-self.leaf(&next));
            if best > question.alpha {
                break;
            }
        }
        best
    }

    fn null_window_moves(&mut self, node: &Node, moves: u64, question: Question) -> i32 {
        let key = key_of(node.board);
        let known = self.probe(key);
        if let Some(score) = known.and_then(|entry| answer(entry, question, self.selectivity)) {
            return score;
        }
        let mut list = MoveList::new(node.board, moves);
        if question.depth >= LOOK_AHEAD_DEPTH
            && let Some(score) = self.any_known_cut(&list, question, self.selectivity)
        {
            return score;
        }
        if let Some(bound) = self.probable_cut(node, question) {
            return bound;
        }
        self.order(&mut list, node, question.depth, known);
        let mut best = NONE;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let next = node.after(candidate.square, candidate.flips);
            let score = -self.null_window(&next, question.child());
            if self.stopped {
                return NONE;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if best > question.alpha {
                    break;
                }
            }
        }
        let found = (question.alpha + 1, best, best_move);
        self.write(key, question, self.selectivity, found);
        best
    }

    /// Does the table know that a move already beats `alpha`, by a search of this selectivity or a safer one?
    pub(super) fn any_known_cut(
        &self,
        list: &MoveList,
        question: Question,
        selectivity: u8,
    ) -> Option<i32> {
        list.iter()
            .filter_map(|candidate| self.probe(key_of(candidate.board)))
            .filter_map(|entry| answer(entry, question.child(), selectivity))
            .map(|score| -score)
            .find(|&score| score > question.alpha)
    }

    pub(super) fn write(
        &mut self,
        key: u64,
        question: Question,
        selectivity: u8,
        found: (i32, i32, Option<Square>),
    ) {
        let (beta, score, best) = found;
        let found = Found {
            alpha: question.alpha,
            beta,
            score,
            best,
            depth: question.depth,
            selectivity,
        };
        self.table.store(key, &found);
    }

    /// The evaluation of a position after the corners that both sides care to take in turn (quiescence search): a
    /// corner that can be taken at once is what the evaluation misjudges most.
    pub(super) fn leaf(&mut self, node: &Node) -> i32 {
        self.counter.0 += 1;
        let moves = node.board.moves();
        if moves == 0 {
            // The evaluation has only learned positions in which the side to move has a move.
            return if node.board.passed().moves() == 0 {
                node.board.final_score()
            } else {
                -self.leaf(&node.passed())
            };
        }
        let still = self.weights.discs(node);
        squares_of(moves & CORNERS)
            .map(|square| -self.leaf(&node.after(square, node.board.flips(square))))
            .fold(still, i32::max)
    }

    /// As [`order`](Self::order) on the principal variation. Shallow searches find many equal scores of whole discs:
    /// the finer evaluation of the children decides between them.
    pub(super) fn order_principal(
        &mut self,
        list: &mut MoveList,
        node: &Node,
        depth: u8,
        known: Option<Entry>,
    ) {
        if depth >= EVALUATED_DEPTH {
            self.order(list, node, depth, known);
            return;
        }
        for candidate in list.iter_mut() {
            candidate.value = -self
                .weights
                .units(&node.after(candidate.square, candidate.flips));
        }
        list.prefer(known);
    }

    /// Values the moves: the table's first, then by evaluation, mobility and square.
    pub(super) fn order(
        &mut self,
        list: &mut MoveList,
        node: &Node,
        depth: u8,
        known: Option<Entry>,
    ) {
        list.by_mobility(node.board, parity_of(node.board.empty()));
        if depth >= EVALUATED_DEPTH {
            let plies = SEARCHED_DEPTHS
                .iter()
                .filter(|&&from| depth >= from)
                .count() as u8;
            for candidate in list.iter_mut() {
                let square = candidate.square.index() as u8;
                if known.is_some_and(|entry| entry.best != NO_MOVE && entry.best == square) {
                    continue;
                }
                let next = node.after(candidate.square, candidate.flips);
                let score = -self.estimate(&next, plies);
                candidate.value += DISC * score;
            }
        }
        list.prefer(known);
    }

    /// The evaluation after a few plies, for the order of moves.
    fn estimate(&mut self, node: &Node, plies: u8) -> i32 {
        if plies == 0 {
            return self.weights.discs(node);
        }
        let selectivity = std::mem::replace(&mut self.selectivity, EXACT);
        let score = self.full_window(node, (-64, 64), plies);
        self.selectivity = selectivity;
        score
    }

    /// The score of a few plies within a window, without a table.
    fn full_window(&mut self, node: &Node, window: (i32, i32), plies: u8) -> i32 {
        self.counter.0 += 1;
        if plies == 0 {
            return self.weights.discs(node);
        }
        let (alpha, beta) = window;
        let moves = node.board.moves();
        if moves == 0 {
            if node.board.passed().moves() == 0 {
                return node.board.final_score();
            }
            return -self.full_window(&node.passed(), (-beta, -alpha), plies);
        }
        let mut best = NONE;
        let mut list = MoveList::new(node.board, moves);
        if plies > 1 {
            list.by_mobility(node.board, 0);
        }
        while let Some(candidate) = list.next_best() {
            let next = node.after(candidate.square, candidate.flips);
            best = best.max(-self.full_window(&next, (-beta, -alpha.max(best)), plies - 1));
            if best >= beta {
                break;
            }
        }
        best
    }
}
