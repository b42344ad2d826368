//! The exact solver of a position: score, best move, nodes.

use super::last::NONE;
use super::order::MoveList;
use super::probcut::EXACT;
use super::search::{Budget, Options, Search};
use super::squares::{QUADRANT, parity_of};
use super::table::{Found, Table, key_of};
use crate::reversi::board::{Board, Square};

/// What the solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Difference of discs at the end for the side to move, empty squares counted for the winner.
    pub score: i32,
    /// A move that reaches it; nothing where the side to move must pass or the game is over.
    pub best: Option<Square>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves a position; nothing if the budget ended first.
pub fn solve(board: Board, table: &mut Table, options: Options, budget: Budget<'_>) -> Option<Solution> {
    let mut search = Search::new(table, options, budget);
    let (score, best) = search.root(board);
    (!search.stopped).then_some(Solution {
        score,
        best,
        nodes: search.counter.0,
    })
}

impl Search<'_> {
    fn root(&mut self, board: Board) -> (i32, Option<Square>) {
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() == 0 {
                return (board.final_score(), None);
            }
            return (-self.root(passed).0, None);
        }
        let score = self.exact_pv(board, -64, 64);
        let best = self.root_best;
        (score, best)
    }

    /// The score within a window.
    fn exact_pv(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empties = board.empties();
        if empties == 0 {
            return board.final_score();
        }
        if self.enter() {
            return NONE;
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() == 0 {
                return board.final_score();
            }
            return -self.exact_pv(passed, -beta, -alpha);
        }
        let key = key_of(board);
        let mut list = MoveList::new(board, moves);
        let parity = parity_of(board.empty());
        list.by_replies(board, parity);
        list.prefer(self.probe(key));
        let mut best = NONE;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let low = alpha.max(best);
            let null = |search: &mut Self| {
                let parity = parity ^ QUADRANT[candidate.square.index()];
                -search.exact(candidate.board, -low - 1, empties - 1, parity)
            };
            let mut score = if best == NONE { beta } else { null(self) };
            if score > low && (score < beta || best == NONE) {
                score = -self.exact_pv(candidate.board, -beta, -low);
            }
            if self.stopped {
                return NONE;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if best >= beta {
                    break;
                }
            }
        }
        let found = Found {
            alpha,
            beta,
            score: best,
            best: best_move,
            depth: empties as u8,
            selectivity: EXACT,
        };
        self.table.store(key, &found);
        self.root_best = best_move;
        best
    }
}
