//! Made-up reports of a search, for tests.

use std::time::Duration;

use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{DepthReport, SearchObserver};
use kagetsu_kernel::Score;

/// Reports an iteration that has compared so many moves, those of the first row.
pub(crate) fn report_iteration(observer: &mut impl SearchObserver, depth: u32, lines: usize) {
    for pv_index in 0..lines {
        observer.depth_report(&DepthReport {
            pv_index,
            depth,
            selective_depth: depth,
            score: Score::ZERO,
            nodes: 1,
            elapsed: Duration::ZERO,
            pv: vec![Point::at(pv_index, 0)],
        });
    }
}
