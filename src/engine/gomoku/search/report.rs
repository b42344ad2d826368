//! What a search tells while it runs, as data. Turning it into text is the business of higher layers.

use std::time::Duration;

use crate::geometry::Point;
use kagetsu_kernel::Score;
use kagetsu_tree::MoveStatistics;

/// What a search has found so far for one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DepthReport {
    /// Place of the line among the best moves, from zero.
    pub pv_index: usize,
    /// Plies that were looked ahead: those of the iteration, or the mean ones of the playouts of a Monte Carlo tree search.
    /// Zero when nothing was finished.
    pub depth: u32,
    /// Deepest ply that was visited: by alpha-beta on a principal variation, by a tree search in any playout.
    pub selective_depth: u32,
    /// Value for the side to move at the root.
    pub score: Score,
    /// Nodes visited, or playouts made, since the search began.
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

/// By which moves of its own a side is shown to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMethod {
    /// Continuous fours (VCF).
    Fours,
    /// Continuous threats, fours included (VCT).
    Threats,
    /// Any moves.
    AllMoves,
}

/// What an attempt to prove a win has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move wins; the line follows the defence that lasts longest, and ends with the five.
    Win(Vec<Point>),
    /// There is no win by these means.
    None,
    /// The limits came first.
    Unknown,
}

/// The end of an attempt to prove a win before the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    /// What was tried.
    pub means: ProofMethod,
    /// What it has shown.
    pub proof: Proof,
    /// Nodes visited since the attempts began.
    pub nodes: u64,
    /// Time since the request arrived.
    pub elapsed: Duration,
}

/// What was found of the moves that may stop a threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceReport {
    /// What the opponent would have after a pass; without a win nothing else was looked at.
    pub threat: Proof,
    /// By which means it would win, or was tried last.
    pub means: ProofMethod,
    /// The moves after which the opponent does not win by threats.
    pub holding: Vec<Point>,
    /// The moves for which the limits came first.
    pub unknown: Vec<Point>,
    /// The moves after which the opponent wins by threats.
    pub lost: Vec<Point>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the request arrived.
    pub elapsed: Duration,
}

/// Listens to a running search. The calls come from the searching thread and must not block.
pub trait SearchObserver {
    /// An iteration has ended, or its best line has changed.
    fn depth_report(&mut self, report: &DepthReport);

    /// An attempt to prove a win has ended. It comes before the first report of a depth.
    fn proof_report(&mut self, _report: &ProofReport) {}

    /// The moves have been tried against the opponent's threat. It comes before the first report of a depth.
    fn defence_report(&mut self, _report: &DefenceReport) {}

    /// The moves of the root as a Monte Carlo tree search knows them, best first. It comes before the depth reports of an
    /// iteration.
    fn tree_report(&mut self, _moves: &[MoveStatistics<Point>]) {}

    /// Something happened at the root.
    fn root_event(&mut self, _event: RootEvent) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSearchObserver;

impl SearchObserver for NullSearchObserver {
    fn depth_report(&mut self, _report: &DepthReport) {}
}
