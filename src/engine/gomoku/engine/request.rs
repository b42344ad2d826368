//! What an engine is asked for, its result, and why it can refuse.

use crate::board::{Position, PositionError};
use crate::eval::nnue::ReadNetworkError;
use crate::geometry::Point;
use crate::search::{DepthReport, KnownPosition, MoveStatistics, RootFilter};
use kagetsu_kernel::{SearchLimits, StopSignal};

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchPurpose {
    /// The best move. The solver first looks for a win, as [`super::EngineConfig::win_check`] says. Under a time limit the
    /// only move is answered without a search, so that its score means nothing.
    #[default]
    Play,
    /// The best move and its score: as [`SearchPurpose::Play`], but the only move is searched as well.
    Analyse,
    /// The best defence. The solver first looks for the moves that lose to a threat of the opponent, and the search leaves
    /// them out if others are left.
    Defend,
}

/// A question to [`super::Engine::answer`]. [`SearchRequest::new`] makes the usual one.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The purpose of the search.
    pub purpose: SearchPurpose,
    /// The moves that may be chosen.
    pub filter: &'a RootFilter,
    /// The position. Stones that make five already are no obstacle.
    pub position: &'a Position,
    /// Positions that a few moves lead to and whose value is known, of a database for instance.
    pub known: &'a [KnownPosition],
    /// The limits of the search.
    pub limits: &'a SearchLimits,
    /// Ends the search early.
    pub stop: &'a StopSignal,
}

impl<'a> SearchRequest<'a> {
    /// A request for the move to play ([`SearchPurpose::Play`]), any legal one, with no known positions.
    pub const fn new(
        position: &'a Position,
        limits: &'a SearchLimits,
        stop: &'a StopSignal,
    ) -> Self {
        Self {
            purpose: SearchPurpose::Play,
            filter: &RootFilter::ALL,
            position,
            known: &[],
            limits,
            stop,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Point,
    /// The last completed report of the best line.
    pub report: DepthReport,
    /// The reports of the further lines, best first, if several were asked for.
    pub others: Vec<DepthReport>,
    /// The moves of the root with visits, priors and values, best first, after a Monte Carlo tree search; otherwise empty.
    pub moves: Vec<MoveStatistics<Point>>,
}

impl Thought {
    pub(super) fn of(report: DepthReport) -> Self {
        Self {
            best: report.pv[0],
            report,
            others: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The reports of all lines, best first.
    pub fn lines(&self) -> impl Iterator<Item = &DepthReport> {
        std::iter::once(&self.report).chain(&self.others)
    }
}

/// Why an engine cannot do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A stone cannot be put or taken.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file of a network for the evaluation cannot be used.
    #[error("the evaluation '{path}' cannot be used: {source}")]
    Evaluation {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: ReadNetworkError,
    },
    /// The board has no legal move left.
    #[error("there is no legal move")]
    NoLegalMove,
    /// Moves are legal, but each of them is excluded.
    #[error("every legal move is excluded")]
    AllExcluded,
}
