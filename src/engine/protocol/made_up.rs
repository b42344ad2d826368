//! A host and the reports of a search, made up for tests.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{DepthReport, SearchObserver};
use kagetsu_kernel::line_host::{ResultUse, Scope};
use kagetsu_kernel::{Score, StopSignal};

use crate::reply::Reply;
use crate::session::Host;

/// What is said, which can be read while somebody else may say more. No search is ended.
#[derive(Clone, Default)]
pub(crate) struct Said(pub(crate) Rc<RefCell<Vec<String>>>);

impl Host for Said {
    fn reply(&mut self, reply: Reply) {
        self.0.borrow_mut().push(reply.to_string());
    }

    fn begin_search(&mut self, _: Scope) -> StopSignal {
        StopSignal::new()
    }

    fn end_search(&mut self) -> ResultUse {
        ResultUse::Answer
    }
}

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
