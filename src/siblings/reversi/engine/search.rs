//! The state of one search: table, evaluation, counters, limits; and what it is asked about a node.

use std::time::Duration;

use kagetsu_kernel::{Clock, StopSignal};

use super::last::Counter;
use super::table::{Entries, Entry, Table};
use crate::board::{Board, Square};
use crate::eval::Weights;

/// The selectivity of a search without Multi-ProbCut.
pub(super) const EXACT: u8 = 6;

/// What is asked about a node: is its score above `alpha`, at this depth?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) alpha: i32,
    pub(super) depth: u8,
}

impl Question {
    pub(super) const fn child(self) -> Self {
        Self {
            alpha: -self.alpha - 1,
            depth: self.depth.saturating_sub(1),
        }
    }

    /// The same question to the other side, which sees the negated score.
    pub(super) const fn passed(self) -> Self {
        Self {
            alpha: -self.alpha - 1,
            depth: self.depth,
        }
    }
}

/// When a search has to end.
#[derive(Clone, Debug)]
pub(crate) struct Budget<'a> {
    /// Read for the deadline.
    pub clock: &'a dyn Clock,
    /// Reading of the clock at which the search ends.
    pub deadline: Option<Duration>,
    /// Most nodes to search.
    pub nodes: Option<u64>,
    /// Raised by another thread.
    pub stop: StopSignal,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub(crate) fn endless(clock: &'a dyn Clock) -> Self {
        Self {
            clock,
            deadline: None,
            nodes: None,
            stop: StopSignal::new(),
        }
    }
}

/// Positions with a table between two looks at the clock.
const LOOK_INTERVAL: u32 = 256;

#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) table: Entries<'a>,
    pub(super) weights: &'a Weights,
    /// Do stable discs and the table cut? That changes nothing but the number of nodes, as a test shows.
    pub(super) has_cuts: bool,
    pub(super) counter: Counter,
    /// The selectivity at present, as [`EXACT`] or an index of the margins of Multi-ProbCut.
    pub(super) selectivity: u8,
    pub(super) stopped: bool,
    /// The position whose best move is wanted.
    pub(super) root: Option<Board>,
    /// The best move of the root in the iteration that runs, once it is better than the window asks for.
    pub(super) root_best: Option<Square>,
    /// Is the budget looked at yet? The first iteration of a move is always finished.
    pub(super) bounded: bool,
    budget: Budget<'a>,
    until_look: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a mut Table,
        weights: &'a Weights,
        has_cuts: bool,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            table: table.begin_search(),
            weights,
            has_cuts,
            counter: Counter::default(),
            selectivity: EXACT,
            stopped: false,
            root: None,
            root_best: None,
            bounded: true,
            budget,
            until_look: 0,
        }
    }

    /// Counts a position with a table. Is the search to end?
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        self.counter.0 += 1;
        if self.until_look == 0 {
            self.until_look = LOOK_INTERVAL;
            self.look();
        }
        self.until_look -= 1;
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let late = self
            .budget
            .deadline
            .is_some_and(|deadline| self.budget.clock.now() >= deadline);
        let many = self.budget.nodes.is_some_and(|most| self.counter.0 >= most);
        self.stopped |= self.bounded && (late || many || self.budget.stop.is_raised());
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.table.probe(key).filter(|_| self.has_cuts)
    }
}
