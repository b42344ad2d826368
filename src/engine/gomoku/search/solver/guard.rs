//! What ends an attempt from outside: nodes to visit, time, and the stop signal.

use std::time::Duration;

use kagetsu_kernel::{Clock, StopSignal};

/// Nodes between two looks at the clock and the stop signal. To expand a position with all its moves can take a fifth of
/// a millisecond under renju, and a stopped search must answer soon.
const POLL_INTERVAL: u64 = 32;

/// Bounds of an attempt to solve.
#[derive(Clone, Copy, Debug)]
pub struct SolverLimits<'a> {
    /// Most nodes to visit.
    pub nodes: u64,
    /// Reading of the clock at which to give up.
    pub deadline: Option<Duration>,
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// Ends the attempt from outside.
    pub stop: &'a StopSignal,
}

impl SolverLimits<'_> {
    /// What ends an attempt now, however few nodes it has visited.
    pub(in crate::search) fn reached(&self) -> Option<Limit> {
        if self.stop.is_raised() {
            return Some(Limit::Stop);
        }
        let is_late = |deadline| self.clock.now() >= deadline;
        self.deadline.is_some_and(is_late).then_some(Limit::Time)
    }
}

/// What came before the answer of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The bound of nodes.
    Nodes,
    /// The bound of time.
    Time,
    /// The stop signal.
    Stop,
    /// The memory: the tables have lost too much of what a proof needs.
    Memory,
}

/// Counts visited nodes against the limits.
#[derive(Debug)]
pub(super) struct Guard<'a> {
    limits: SolverLimits<'a>,
    nodes: u64,
    next_poll: u64,
    ended: Option<Limit>,
}

impl<'a> Guard<'a> {
    pub(super) fn new(limits: SolverLimits<'a>) -> Self {
        Self {
            next_poll: next_poll(0, limits.nodes),
            limits,
            nodes: 0,
            ended: None,
        }
    }

    /// Counts a node. `false` when the attempt must end.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.ended.is_none()
    }

    #[cold]
    fn poll(&mut self) {
        self.ended = self.ended.or_else(|| self.limit_reached());
        self.next_poll = next_poll(self.nodes, self.limits.nodes);
    }

    fn limit_reached(&self) -> Option<Limit> {
        let of_nodes = (self.nodes >= self.limits.nodes).then_some(Limit::Nodes);
        self.limits.reached().or(of_nodes)
    }

    /// Must the attempt end?
    pub(super) const fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// The limit that ended the attempt, if one did.
    pub(super) const fn limit(&self) -> Option<Limit> {
        self.ended
    }

    /// Nodes visited so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The bound of nodes is exact.
fn next_poll(nodes: u64, max_nodes: u64) -> u64 {
    nodes + POLL_INTERVAL.min(max_nodes.saturating_sub(nodes))
}
