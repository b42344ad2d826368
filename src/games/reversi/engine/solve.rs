//! The exact solver of a position: score, best move, nodes.
//!
//! Searches of growing depth and then guessed cuts that grow more careful prepare the order of moves and the window;
//! the last search, which cuts nothing by guess, gives the score.

use super::principal::Window;
use super::probcut::EXACT;
use super::search::{Budget, Options, Search};
use super::table::Table;
use crate::reversi::board::{Board, Square};
use crate::reversi::eval::{Node, Weights};

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

/// The table, the evaluation and the options of a solver.
#[derive(Debug)]
pub struct Solver<'a> {
    /// Kept from one position to the next.
    pub table: &'a mut Table,
    /// Orders moves; the score does not depend on it.
    pub weights: &'a Weights,
    /// Parts that can be switched off.
    pub options: Options,
}

/// From this many empty squares on shallower searches come first.
const PREPARED: u32 = 14;
/// The searches that come first end this many plies before the end of the game.
const PREPARED_REST: u32 = 8;
/// Carefulness of the selective searches to the end, with the empty squares from which each pays.
const SELECTIVE: [(u8, u32); 3] = [(0, 16), (1, 20), (2, 22)];
/// Half the width of the window around an expected score.
const ASPIRATION: i32 = 2;

impl Solver<'_> {
    /// Solves a position; nothing if the budget ended first.
    pub fn solve(&mut self, board: Board, budget: Budget<'_>) -> Option<Solution> {
        let mut search = Search::new(self.table, self.weights, self.options, budget);
        let (score, best) = search.to_the_end(&Node::new(board));
        (!search.stopped).then_some(Solution {
            score,
            best,
            nodes: search.counter.0,
        })
    }
}

impl Solver<'_> {
    /// The score and the best move after a number of plies, nothing cut by guess; a position with few empty squares
    /// is solved. Nothing if the budget ended first.
    pub fn search(&mut self, board: Board, depth: u8, budget: Budget<'_>) -> Option<Solution> {
        let mut search = Search::new(self.table, self.weights, self.options, budget);
        let window = Window { alpha: -64, beta: 64 };
        let (score, best) = search.principal(&Node::new(board), window, depth);
        (!search.stopped).then_some(Solution {
            score,
            best,
            nodes: search.counter.0,
        })
    }
}

impl Search<'_> {
    /// The exact score of a node and a best move.
    pub(super) fn to_the_end(&mut self, node: &Node) -> (i32, Option<Square>) {
        if node.board.moves() == 0 && node.board.passed().moves() != 0 {
            return (-self.to_the_end(&node.passed()).0, None);
        }
        let empties = node.board.empties();
        let mut expected = None;
        if empties >= PREPARED {
            self.selectivity = 0;
            let last = (empties - PREPARED_REST) as u8;
            for depth in ((last & 1) + 2..=last).step_by(2) {
                expected = Some(self.aspirate(node, expected, depth).0);
            }
            for (selectivity, _) in SELECTIVE.into_iter().filter(|&(_, from)| empties >= from) {
                self.selectivity = selectivity;
                expected = Some(self.aspirate(node, expected, empties as u8).0);
            }
        }
        self.selectivity = EXACT;
        self.aspirate(node, expected, empties as u8)
    }

    /// The score with a window around the expected one that widens until it holds it.
    pub(super) fn aspirate(&mut self, node: &Node, expected: Option<i32>, depth: u8) -> (i32, Option<Square>) {
        let Some(expected) = expected else {
            let whole = Window { alpha: -64, beta: 64 };
            return self.principal(node, whole, depth);
        };
        let to_end = u32::from(depth) >= node.board.empties();
        // Scores of finished games are even: odd ends of the window tell them apart.
        let centre = if to_end { expected & !1 } else { expected };
        let (mut low, mut high) = (ASPIRATION, ASPIRATION);
        if to_end {
            (low, high) = (ASPIRATION - 1, ASPIRATION - 1);
        }
        loop {
            let window = Window {
                alpha: (centre - low).clamp(-64, 63),
                beta: (centre + high).clamp(-63, 64),
            };
            let (score, best) = self.principal(node, window, depth);
            if self.stopped {
                return (score, best);
            }
            if score <= window.alpha && window.alpha > -64 {
                low = (low + 2).max(centre - score + 1);
            } else if score >= window.beta && window.beta < 64 {
                high = (high + 2).max(score - centre + 1);
            } else {
                return (score, best);
            }
        }
    }
}
