//! One searching thread's state.

use std::time::Duration;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::table::Entries;
use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::decide::Reductions;
use super::history::{History, Previous};
use super::known::KnownPositions;
use super::params::Params;
use super::pv::PvLine;
use super::root_filter::RootFilter;
use super::team::ThreadSlot;
use super::threat_space::VcfSolver;

/// Deepest ply from the root.
pub(super) const MAX_PLY: usize = 200;
/// Positions between two looks at all limits.
const POLL_INTERVAL: u64 = 256;
/// Positions at the start of a search of which each looks at the stop signal: where the table is new, the system clears
/// a page of it at nearly every one of them, which takes long.
const COLD_NODES: u64 = 4_096;

/// What a thread keeps from one search to the next. The memories of several threads may lie side by side: the
/// alignment keeps what one thread counts off the cache lines of its neighbours.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Memory {
    pub(super) history: History,
    pub(super) vcf: VcfSolver,
}

/// What a thread of the search reads. All but `slot` and `deadline` are the same for all threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) table: Entries<'a>,
    pub(super) stop: &'a StopSignal,
    pub(super) clock: &'a dyn Clock,
    pub(super) limits: &'a SearchLimits,
    pub(super) params: &'a Params,
    pub(super) reductions: &'a Reductions,
    /// The moves of the root that may be chosen.
    pub(super) filter: &'a RootFilter,
    /// Positions near the root whose value is known.
    pub(super) known: &'a KnownPositions,
    /// The thread's place among the others.
    pub(super) slot: ThreadSlot<'a>,
    /// Reading of the clock at which the search ends. Only the main thread has one.
    pub(super) deadline: Option<Duration>,
}

impl Context<'_> {
    /// Must the search end, by the clock or because somebody says so?
    pub(super) fn must_end(&self) -> bool {
        let late = self
            .deadline
            .is_some_and(|deadline| self.clock.now() >= deadline);
        late || self.stop.is_raised() || self.slot.is_halted()
    }
}

/// One ply of the search stack.
#[derive(Clone, Debug, Default)]
pub(super) struct StackEntry {
    pub(super) evaluation: i32,
    pub(super) pv: PvLine,
    pub(super) excluded: Option<Point>,
    /// Where a five must be stopped: the own stone whose new wins by fours nobody could look for.
    pub(super) unexplored: Option<Point>,
}

/// Everything one thread needs.
#[derive(Debug)]
pub(super) struct Worker<'a, E> {
    pub(super) board: Board,
    pub(super) eval: E,
    pub(super) context: Context<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) stack: Vec<StackEntry>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) aborted: bool,
    /// Number of positions at which all limits are looked at next.
    next_poll: u64,
    /// Number of positions at which the stop signal is looked at next; never after `next_poll`.
    next_look: u64,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// A worker at the root position, which the evaluation knows already.
    pub(super) fn new(board: Board, eval: E, context: Context<'a>, memory: &'a mut Memory) -> Self {
        Self {
            board,
            eval,
            context,
            memory,
            stack: vec![StackEntry::default(); MAX_PLY + 4],
            nodes: 0,
            selective_depth: 0,
            aborted: false,
            next_poll: 0,
            next_look: 0,
        }
    }

    /// Puts a stone on the board; the evaluation reads what it changed when it is asked.
    pub(super) fn make(&mut self, point: Point) {
        self.context.table.touch(self.board.key_after(point));
        self.board.make(point);
    }

    /// Takes it back.
    pub(super) fn unmake(&mut self) {
        self.board.unmake();
        self.eval.undo(self.board.made());
    }

    /// Counts a position and ends the search when a limit is reached.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    /// Looks at the stop signal, and at all limits when it is time.
    fn look(&mut self) {
        if self.nodes >= self.next_poll {
            self.poll();
        } else {
            self.aborted |= self.context.stop.is_raised();
            self.plan_look();
        }
    }

    fn plan_look(&mut self) {
        self.next_look = if self.nodes < COLD_NODES {
            self.next_poll.min(self.nodes + 1)
        } else {
            self.next_poll
        };
    }

    /// Looks at all limits now. With one thread the bound of nodes is exact; several may pass it by what each of
    /// them visits between two polls.
    pub(super) fn poll(&mut self) {
        self.context.slot.publish(self.nodes);
        let left = self
            .context
            .limits
            .nodes
            .map_or(u64::MAX, |nodes| nodes.saturating_sub(self.total_nodes()));
        if self.context.must_end() || left == 0 {
            self.aborted = true;
        }
        self.next_poll = self.nodes + POLL_INTERVAL.min(left);
        self.plan_look();
    }

    /// Nodes visited by all threads; the others count as of their last polls.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.context.slot.nodes_of_others()
    }

    /// The moves that history looks back on.
    pub(super) fn previous(&self) -> Previous {
        [self.board.recent(1), self.board.recent(2)]
    }
}
