//! The engine as front ends use it: table, evaluation and clock in one place.

use std::sync::Arc;

use kagetsu_kernel::{Clock, SearchLimits, StopSignal, TimeControl};

use super::search::Budget;
use super::solve::{Solution, Solver};
use super::table::Table;
use super::think::{Certainty, Report, time_budget};
use crate::board::{Board, Square, squares_of};
use crate::eval::{Learned, Weights};

/// The depth of the first list of hints: one ply after each move.
const FIRST_HINTS: u32 = 2;

/// Bytes of the table that front ends use.
pub const TABLE_BYTES: usize = 64 << 20;

/// Table, evaluation, clock.
#[derive(Debug)]
pub struct Brain {
    table: Table,
    weights: Arc<Weights>,
    clock: Arc<dyn Clock>,
}

impl Brain {
    /// An engine with a table of a size.
    pub fn new(learned: &Learned, table_bytes: usize, clock: Arc<dyn Clock>) -> Self {
        Self::with_weights(Arc::new(Weights::new(learned)), table_bytes, clock)
    }

    /// An engine with the weights that come with the program, which all such engines share.
    ///
    /// # Errors
    /// What is wrong, if the program's own file is damaged or not there.
    pub fn shipped(table_bytes: usize, clock: Arc<dyn Clock>) -> Result<Self, String> {
        Ok(Self::with_weights(Weights::shipped()?, table_bytes, clock))
    }

    fn with_weights(weights: Arc<Weights>, table_bytes: usize, clock: Arc<dyn Clock>) -> Self {
        Self {
            table: Table::with_bytes(table_bytes),
            weights,
            clock,
        }
    }

    /// The clock that limits are read against.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Chooses a move; nothing where there is none. The limits count from now.
    pub fn think(
        &mut self,
        board: Board,
        limits: SearchLimits,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let (mut solver, clock) = self.solver();
        let limits = SearchLimits {
            started: clock.now(),
            ..limits
        };
        solver.think(board, &limits, clock, stop, report)
    }

    /// The best `count` moves, best first, after each depth up to that of the limits. Reports lines that begin with
    /// the move, scores seen by the side to move. A limit of time, which counts from now, is for all depths together; a
    /// limit of nodes is for each move at each depth, and the first depth that is cut short is not reported. The list
    /// of depth 2, one ply after each move, always is. A list of proved scores is the last one.
    pub fn hints(
        &mut self,
        board: Board,
        count: usize,
        limits: SearchLimits,
        stop: &StopSignal,
        report: &mut dyn FnMut(&[Report]),
    ) {
        let most = limits.depth.unwrap_or(board.empties()).min(board.empties());
        let begun = self.clock.now();
        let time = time_budget(&limits, board.empties()).map(|time| time.hard);
        for depth in FIRST_HINTS..=most.max(FIRST_HINTS) {
            let mut found: Vec<Report> = Vec::new();
            for square in squares_of(board.moves()) {
                let Some(next) = board.play(square) else {
                    continue;
                };
                let spent = self.clock.now().saturating_sub(begun);
                let left = time.map(|time| time.saturating_sub(spent));
                let limits = SearchLimits {
                    depth: Some(depth - 1),
                    time: left.map_or(TimeControl::UNLIMITED, TimeControl::per_move),
                    ..limits
                };
                let child = self.child(next, square, limits, stop);
                // A move that was looked at less deeply cannot be compared with the others.
                let is_cut_short =
                    child.certainty != Certainty::Proved && u32::from(child.depth) < depth;
                if depth > FIRST_HINTS && (stop.is_raised() || is_cut_short) {
                    return;
                }
                found.push(child);
            }
            let is_last = found
                .iter()
                .all(|child| child.certainty == Certainty::Proved);
            found.sort_by_key(|report| -report.score);
            found.truncate(count.max(1));
            report(&found);
            if is_last {
                return;
            }
        }
    }

    /// The report of a move to a square, from the search of the board after it within limits.
    fn child(
        &mut self,
        next: Board,
        square: Square,
        limits: SearchLimits,
        stop: &StopSignal,
    ) -> Report {
        let (board, sign) = if next.moves() == 0 {
            (next.passed(), 1)
        } else {
            (next, -1)
        };
        let mut found = self
            .think(board, limits, stop, &mut |_| ())
            .unwrap_or_else(|| Report {
                depth: 0,
                score: board.final_score(),
                certainty: Certainty::Proved,
                line: Vec::new(),
                nodes: 0,
            });
        found.score *= sign;
        found.depth += 1;
        found.line.insert(0, square);
        found
    }

    /// Solves a position; nothing if it was stopped.
    pub fn solve(&mut self, board: Board, stop: &StopSignal) -> Option<Solution> {
        let (mut solver, clock) = self.solver();
        let budget = Budget {
            stop: stop.clone(),
            ..Budget::endless(clock)
        };
        solver.solve(board, budget)
    }

    /// The searches, and the clock that bounds them.
    fn solver(&mut self) -> (Solver<'_>, &dyn Clock) {
        let solver = Solver::new(&mut self.table, &self.weights);
        (solver, &*self.clock)
    }
}

#[cfg(test)]
impl Brain {
    /// An engine that has learnt nothing, with a small table and without a clock.
    pub(crate) fn untaught() -> Self {
        let clock = Arc::new(kagetsu_kernel::NoClock);
        Self::new(&Learned::nothing(), 1 << 20, clock)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kagetsu_kernel::FakeClock;

    use super::*;

    /// The depths of all moves, list by list, that hints with so many nodes for a move report.
    fn depths_of_hints(nodes: u64) -> Vec<Vec<u32>> {
        let mut brain = Brain::untaught();
        let limits = SearchLimits::of_nodes(nodes);
        let mut lists = Vec::new();
        let mut hear = |reports: &[Report]| {
            lists.push(reports.iter().map(|report| report.depth.into()).collect());
        };
        brain.hints(Board::START, 60, limits, &StopSignal::new(), &mut hear);
        lists
    }

    #[test]
    fn hints_that_are_stopped_before_they_begin_give_one_list() {
        let mut brain = Brain::untaught();
        let stop = StopSignal::new();
        stop.raise();
        let (mut lists, limits) = (Vec::new(), SearchLimits::default());
        let mut hear = |reports: &[Report]| lists.push(reports.len());
        brain.hints(Board::START, 4, limits, &stop, &mut hear);
        assert_eq!(lists, [4]);
    }

    #[test]
    fn hints_end_with_the_time_of_a_move() {
        let second = Duration::from_secs(1);
        // Every look at the clock takes a hundredth of a second.
        let clock = Arc::new(FakeClock::stepping(second / 100));
        let mut brain = Brain::new(&Learned::nothing(), 1 << 20, clock.clone());
        let limits = SearchLimits::of_time(TimeControl::per_move(second));
        let mut lists = 0;
        let stop = StopSignal::new();
        brain.hints(Board::START, 3, limits, &stop, &mut |_| lists += 1);
        assert!(lists > 0 && clock.now() < 2 * second, "{:?}", clock.now());
    }

    #[test]
    fn hints_end_with_the_list_that_proves_every_move() {
        // Three corners are empty, and each takes the disc beside it.
        let empty = 1 | 1 << 7 | 1 << 56;
        let other = 1 << 1 | 1 << 6 | 1 << 48;
        let board = Board::new(!(empty | other), other).unwrap();
        let mut brain = Brain::untaught();
        let mut lists = 0;
        let limits = SearchLimits::default();
        brain.hints(board, 1, limits, &StopSignal::new(), &mut |_| lists += 1);
        assert_eq!(lists, 1);
    }

    #[test]
    fn hints_by_nodes_compare_moves_at_equal_depths() {
        let lists = depths_of_hints(3000);
        assert!((3..20).contains(&lists.len()), "{lists:?}");
        for (depth, list) in (FIRST_HINTS..).zip(&lists) {
            assert!(list.iter().all(|&one| one == depth), "{lists:?}");
        }
    }
}
