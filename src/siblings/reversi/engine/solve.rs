//! The exact solver of a position: score, best move, nodes.
//!
//! Searches of growing depth and then selective searches to the end (Multi-ProbCut) prepare the order of moves and the
//! window; the last search, which is not selective, gives the score.

use super::principal::Window;
use super::search::{Budget, EXACT, Search};
use super::table::Table;
use crate::board::{Board, Square};
use crate::eval::{Node, Weights};

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

/// The table and the evaluation of a solver.
#[derive(Debug)]
pub(crate) struct Solver<'a> {
    /// Kept from one position to the next.
    pub(super) table: &'a mut Table,
    /// Orders moves; the score does not depend on it.
    pub(super) weights: &'a Weights,
    /// As in [`Search`].
    pub(super) has_cuts: bool,
}

/// From this many empty squares on shallower searches come first.
const PREPARED: u32 = 14;
/// The searches that come first end this many plies before the end of the game.
const PREPARED_REST: u32 = 8;
/// The selectivities of searches to the end, with the empty squares from which each pays.
const SELECTIVE: [(u8, u32); 3] = [(0, 16), (1, 20), (2, 22)];
/// Half the width of the window around an expected score.
const ASPIRATION: i32 = 2;

impl<'a> Solver<'a> {
    /// A solver that leaves nothing out.
    pub(crate) fn new(table: &'a mut Table, weights: &'a Weights) -> Self {
        Self {
            table,
            weights,
            has_cuts: true,
        }
    }

    /// Solves a position; nothing if the budget ended first.
    pub(crate) fn solve(&mut self, board: Board, budget: Budget<'_>) -> Option<Solution> {
        let mut search = Search::new(self.table, self.weights, self.has_cuts, budget);
        let (score, best) = search.solve_node(&Node::new(board));
        search.solution(score, best)
    }

    /// The score and the best move after a number of plies, without Multi-ProbCut; a position with few empty squares
    /// is solved. Nothing if the budget ended first.
    pub(crate) fn search(
        &mut self,
        board: Board,
        depth: u8,
        budget: Budget<'_>,
    ) -> Option<Solution> {
        let mut search = Search::new(self.table, self.weights, self.has_cuts, budget);
        let (score, best) = search.principal(&Node::new(board), Window::WHOLE, depth);
        search.solution(score, best)
    }
}

impl Search<'_> {
    /// What a search has found; nothing if it was stopped.
    fn solution(&self, score: i32, best: Option<Square>) -> Option<Solution> {
        (!self.stopped).then_some(Solution {
            score,
            best,
            nodes: self.counter.0,
        })
    }

    /// The exact score of a node and a best move.
    fn solve_node(&mut self, node: &Node) -> (i32, Option<Square>) {
        if node.board.moves() == 0 && node.board.passed().moves() != 0 {
            return (-self.solve_node(&node.passed()).0, None);
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
    pub(super) fn aspirate(
        &mut self,
        node: &Node,
        expected: Option<i32>,
        depth: u8,
    ) -> (i32, Option<Square>) {
        let Some(expected) = expected else {
            return self.principal(node, Window::WHOLE, depth);
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

#[cfg(test)]
mod tests {
    use kagetsu_kernel::WallClock;
    use kagetsu_kernel::rng::Rng;

    use super::*;
    use crate::board::squares_of;
    use crate::eval::Learned;

    /// Positions of random games with a number of empty squares.
    fn positions(empties: u32, count: usize, seed: u64) -> Vec<Board> {
        let mut rng = Rng::new(seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut board = Board::START;
            while board.empties() > empties && !board.is_over() {
                board = board.after_random(&mut rng);
            }
            if board.empties() == empties {
                found.push(board);
            }
        }
        found
    }

    fn minimax(board: Board) -> i32 {
        if board.moves() == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -minimax(passed)
            };
        }
        squares_of(board.moves())
            .filter_map(|square| board.play(square))
            .map(|next| -minimax(next))
            .max()
            .unwrap_or_else(|| board.final_score())
    }

    fn solve(board: Board, table: &mut Table, weights: &Weights, has_cuts: bool) -> Solution {
        let clock = WallClock::start();
        let mut solver = Solver {
            table,
            weights,
            has_cuts,
        };
        solver.solve(board, Budget::endless(&clock)).unwrap()
    }

    fn best_is_best(board: Board, found: Solution, score: impl Fn(Board) -> i32) {
        let reached = found.best.map(|square| -score(board.play(square).unwrap()));
        if let Some(reached) = reached {
            assert_eq!(reached, found.score, "{board:?}");
        } else {
            assert_eq!(board.moves(), 0);
        }
    }

    #[test]
    fn scores_are_those_of_minimax() {
        let weights = Weights::new(&Learned::nothing());
        let mut table = Table::with_bytes(1 << 20);
        for (empties, count) in [
            (0, 50),
            (1, 500),
            (2, 500),
            (3, 500),
            (4, 1000),
            (5, 1000),
            (6, 500),
            (7, 200),
            (8, 60),
        ] {
            for board in positions(empties, count, u64::from(empties)) {
                let found = solve(board, &mut table, &weights, true);
                assert_eq!(found.score, minimax(board), "{board:?}");
                best_is_best(board, found, minimax);
            }
        }
    }

    #[test]
    fn cuts_and_table_change_no_score() {
        let weights = Weights::new(&Learned::nothing());
        let mut table = Table::with_bytes(1 << 20);
        for (empties, count) in [(10, 40), (11, 15), (12, 8), (13, 4)] {
            for board in positions(empties, count, u64::from(empties)) {
                let found = solve(board, &mut table, &weights, true);
                let slow = solve(board, &mut table, &weights, false);
                assert_eq!(found.score, slow.score, "{board:?}");
                assert!(found.nodes < 2 * slow.nodes);
            }
        }
    }

    #[test]
    fn a_budget_of_nodes_ends_the_search() {
        let weights = Weights::new(&Learned::nothing());
        let mut table = Table::with_bytes(1 << 20);
        let clock = WallClock::start();
        let mut solver = Solver::new(&mut table, &weights);
        let budget = Budget {
            nodes: Some(2000),
            ..Budget::endless(&clock)
        };
        assert_eq!(solver.solve(Board::START, budget), None);
    }
}
