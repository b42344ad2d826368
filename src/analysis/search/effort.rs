//! How much to search.

use std::time::Duration;

use kagetsu_kernel::{SearchLimits, TimeControl};

/// The bounds of one search. A search without bounds ends only by the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Longest time.
    pub time: Option<Duration>,
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Best moves to compare, at least one.
    pub lines: usize,
}

impl Effort {
    pub(super) fn limits(&self, started: Duration) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: self
                .time
                .map_or(TimeControl::UNLIMITED, TimeControl::per_move),
            started,
            multi_pv: self.lines.max(1),
        }
    }
}
