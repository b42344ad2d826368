//! One searching thread's state.

use std::time::Duration;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;
use crate::kernel::table::Table;
use crate::kernel::{Clock, StopSignal};

use super::decide::Reductions;
use super::history::{History, Previous};
use super::params::Params;
use super::pv::PvLine;
use super::threat_space::VcfSolver;

/// Deepest ply from the root.
pub(super) const MAX_PLY: usize = 200;
/// Positions between two looks at the clock and the stop signal.
const POLL_INTERVAL: u64 = 256;

/// What a thread keeps from one search to the next.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) history: History,
    pub(super) vcf: VcfSolver,
}

impl Memory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Where a search is broken off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Positions to visit.
    pub(super) nodes: u64,
    /// Reading of the clock.
    pub(super) deadline: Option<Duration>,
}

/// What all threads share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) stop: &'a StopSignal,
    pub(super) clock: &'a dyn Clock,
}

/// One ply of the search stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Ply {
    pub(super) evaluation: i32,
    pub(super) pv: PvLine,
    pub(super) excluded: Option<Point>,
}

/// Everything one thread needs.
#[derive(Debug)]
pub(super) struct Worker<'a, E> {
    pub(super) board: Board,
    pub(super) eval: E,
    pub(super) shared: Shared<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) params: Params,
    pub(super) reductions: Reductions,
    pub(super) stack: Vec<Ply>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) aborted: bool,
    bounds: Bounds,
    next_poll: u64,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// A worker at the root position, which the evaluation knows already.
    pub(super) fn new(
        board: Board,
        eval: E,
        shared: Shared<'a>,
        params: Params,
        memory: &'a mut Memory,
        bounds: Bounds,
    ) -> Self {
        Self {
            board,
            eval,
            shared,
            memory,
            reductions: Reductions::new(&params),
            params,
            stack: vec![Ply::default(); MAX_PLY + 4],
            nodes: 0,
            selective_depth: 0,
            aborted: false,
            bounds,
            next_poll: 0,
        }
    }

    /// Puts a stone on the board, with the evaluation watching.
    pub(super) fn make(&mut self, point: Point) {
        self.shared.table.touch(self.board.key_after(point));
        self.board.make(point, &mut self.eval);
    }

    /// Takes it back.
    pub(super) fn unmake(&mut self) {
        self.board.unmake(&mut self.eval);
    }

    /// Counts a position and ends the search when a limit is reached.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Looks at all limits now.
    pub(super) fn poll(&mut self) {
        self.next_poll = self.nodes + POLL_INTERVAL;
        let late = self
            .bounds
            .deadline
            .is_some_and(|deadline| self.shared.clock.now() >= deadline);
        if late || self.nodes >= self.bounds.nodes || self.shared.stop.is_raised() {
            self.aborted = true;
        }
        self.next_poll = self.next_poll.min(self.bounds.nodes);
    }

    /// The moves that history looks back on.
    pub(super) fn previous(&self) -> Previous {
        [self.board.recent(1), self.board.recent(2)]
    }

    /// The static value for the side to move.
    pub(super) fn evaluate(&self) -> i32 {
        self.eval.evaluate(&self.board)
    }
}
