//! What a search tells while it runs, as data. Turning it into text is the business of higher layers.

use std::time::Duration;

use crate::geometry::Point;
use crate::kernel::Score;

/// The result of one iteration for one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthReport {
    /// Place of the line among the best moves, from zero.
    pub pv_index: usize,
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Deepest ply that was visited.
    pub selective_depth: u32,
    /// Value for the side to move at the root.
    pub score: Score,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the request arrived.
    pub elapsed: Duration,
    /// The best line; never empty.
    pub pv: Vec<Point>,
}

/// What happens to a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEvent {
    /// A new iteration begins.
    IterationStarted,
    /// The move is being searched.
    Searching(Point),
    /// The move has been searched in this iteration.
    Searched(Point),
    /// The move is the best so far.
    Best(Point),
    /// The move loses.
    Lost(Point),
}

/// Listens to a running search. The calls come from the searching thread and must not block.
pub trait SearchObserver {
    /// An iteration has ended, or its best line has changed.
    fn depth_report(&mut self, report: &DepthReport);

    /// Something happened at the root.
    fn root_event(&mut self, _event: RootEvent) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSearchObserver;

impl SearchObserver for NullSearchObserver {
    fn depth_report(&mut self, _report: &DepthReport) {}
}
