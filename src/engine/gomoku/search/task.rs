//! What a search is given, by alpha-beta and by Monte Carlo tree search.

use crate::board::Board;
use crate::geometry::Point;
use kagetsu_kernel::{Clock, SearchLimits, StopSignal, TimeBudget};

use super::known::KnownPositions;
use super::params::Params;
use super::root_filter::RootFilter;

/// A position with all that bounds its search.
#[derive(Debug)]
pub struct Task<'a> {
    /// The position.
    pub board: Board,
    /// The limits. The nodes of a Monte Carlo tree search are playouts, and its depth is the mean one of the playouts.
    pub limits: &'a SearchLimits,
    /// The plan of the move's time; `None` without a time limit.
    pub budget: Option<TimeBudget>,
    /// The moves that may be chosen.
    pub filter: RootFilter,
    /// Positions near the root whose value is known.
    pub known: KnownPositions,
    /// The line of a win that is proved already. With several lines it is the first of them, unless the search finds a
    /// shorter win.
    pub proved: Option<Vec<Point>>,
    /// Is the only move searched under a time limit as well?
    pub searches_only_move: bool,
    /// Ends the search from outside.
    pub stop: &'a StopSignal,
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// The parameters of the search.
    pub params: &'a Params,
}
