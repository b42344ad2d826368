//! One searching thread's state: the board, the stack, the limits, and the static evaluation of where it is.

use std::time::Duration;

use arrayvec::ArrayVec;

use crate::board::{Board, Threat};
use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::table::Entries;
use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::decide::Reductions;
use super::history::{History, Previous};
use super::known::KnownPositions;
use super::params::Params;
use super::root_filter::RootFilter;
use super::shared_state::ThreadSlot;
use super::threat_space::VcfSolver;

/// Deepest ply from the root.
pub(super) const MAX_PLY: usize = 200;
/// Longest line that is kept.
const MAX_PV: usize = 128;
/// `four_plus_bonus` is in thousandths of a unit for each point of the board.
const FOUR_PLUS_UNIT: i32 = 1000;
/// Positions between two looks at all limits.
const POLL_INTERVAL: u64 = 256;
/// Positions at the start of a search of which each looks at the stop signal: where the table is new, the system clears
/// a page of it at nearly every one of them, which takes long.
const COLD_NODES: u64 = 4_096;

/// The type of a node, as a compile-time constant.
pub(super) trait NodeType {
    /// Is the node searched with an open window, so that it can lie on the principal variation?
    const ON_PV: bool;
}

/// A node with an open window.
#[derive(Debug)]
pub(super) struct Pv;
/// A node with a null window.
#[derive(Debug)]
pub(super) struct NonPv;

impl NodeType for Pv {
    const ON_PV: bool = true;
}
impl NodeType for NonPv {
    const ON_PV: bool = false;
}

/// The principal variation of a node, filled from the leaf to the root.
#[derive(Clone, Debug, Default)]
pub(super) struct PvLine(ArrayVec<Point, MAX_PV>);

impl PvLine {
    /// Forgets the line.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes this line `first`, followed by `rest` as far as there is room.
    pub(super) fn set(&mut self, first: Point, rest: &Self) {
        self.0.clear();
        self.0.push(first);
        self.0.extend(rest.0.iter().copied().take(MAX_PV - 1));
    }

    /// Makes these moves the line, as far as there is room.
    pub(super) fn set_moves(&mut self, moves: impl IntoIterator<Item = Point>) {
        self.0.clear();
        self.0.extend(moves.into_iter().take(MAX_PV));
    }

    /// The moves.
    pub(super) fn moves(&self) -> &[Point] {
        &self.0
    }
}

/// What a thread keeps from one search to the next. The data of several threads may lie side by side: the
/// alignment keeps what one thread counts off the cache lines of its neighbours.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct ThreadData {
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
    /// The static evaluation for the side to move.
    pub(super) evaluation: i32,
    pub(super) pv: PvLine,
    /// The move that a singular test leaves out.
    pub(super) excluded: Option<Point>,
    /// Set where a five had to be stopped, so that no VCF search was made: the anchor of this side's next one.
    pub(super) deferred_anchor: Option<Point>,
}

/// Everything one thread needs.
#[derive(Debug)]
pub(super) struct Worker<'a, E> {
    pub(super) board: Board,
    pub(super) eval: E,
    pub(super) context: Context<'a>,
    pub(super) data: &'a mut ThreadData,
    /// An entry for each ply from the root.
    pub(super) stack: Vec<StackEntry>,
    /// Nodes visited by this thread.
    pub(super) nodes: u64,
    /// Deepest ply visited on a principal variation.
    pub(super) selective_depth: usize,
    /// Has a limit or a signal ended the search?
    pub(super) aborted: bool,
    /// Number of positions at which all limits are looked at next.
    next_poll: u64,
    /// Number of positions at which the stop signal is looked at next; never after `next_poll`.
    next_look: u64,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// A worker at the root position, which the evaluation knows already.
    pub(super) fn new(
        board: Board,
        eval: E,
        context: Context<'a>,
        data: &'a mut ThreadData,
    ) -> Self {
        Self {
            board,
            eval,
            context,
            data,
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

    /// Looks at all limits now. One thread ends at the first node that reaches the bound of nodes. It passes the bound only
    /// by the nodes of a search for a win by fours, which are added when that has ended. Several may pass it by what each of
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

    /// The static evaluation for the side to move: that of the network, and a bonus for points that make strong fours. In games
    /// at few nodes a move, from which networks learn, fours are worth less than in longer searches; the bonus,
    /// [`Params::four_plus_bonus`], corrects that.
    pub(super) fn evaluate(&mut self) -> i32 {
        let mover = self.board.side_to_move();
        let [own, other] =
            [mover, mover.opponent()].map(|side| self.board.count(side, Threat::FourPlus) as i32);
        let bonus = self.context.params.four_plus_bonus * self.board.size().area() as i32;
        self.eval.evaluate(&self.board) + (own - other) * bonus / FOUR_PLUS_UNIT
    }

    /// The moves that history looks back on.
    pub(super) fn previous(&self) -> Previous {
        [self.board.recent(1), self.board.recent(2)]
    }
}
