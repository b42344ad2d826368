//! Hears a search and tells what it finds, as often as it was asked to.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::search::{DepthReport, RootEvent, SearchObserver};
use kagetsu_kernel::Clock;
use kagetsu_kernel::line_host::Answer;

use super::analysis::Request;

/// The reports of the latest iteration of a search, the best line first.
#[derive(Debug, Default)]
pub(super) struct Lines(pub(super) Vec<DepthReport>);

impl SearchObserver for Lines {
    fn depth_report(&mut self, report: &DepthReport) {
        if report.depth == 0 {
            return;
        }
        if report.pv_index == 0 {
            self.0.clear();
        }
        self.0.push(report.clone());
    }
}

/// Receives the reports of one search.
pub(super) struct Listener<'l> {
    request: &'l Request,
    position: &'l Position,
    clock: Arc<dyn Clock>,
    answer: &'l mut Answer<'l>,
    last: Duration,
    lines: Lines,
    is_news: bool,
}

impl<'l> Listener<'l> {
    pub(super) fn new(
        request: &'l Request,
        position: &'l Position,
        clock: Arc<dyn Clock>,
        answer: &'l mut Answer<'l>,
    ) -> Self {
        Self {
            request,
            position,
            last: clock.now(),
            clock,
            answer,
            lines: Lines::default(),
            is_news: false,
        }
    }

    /// Tells what is not told yet.
    pub(super) fn finish(mut self) {
        self.tell();
    }

    fn tell_if_due(&mut self) {
        let now = self.clock.now();
        if self.is_news && now >= self.last + self.request.interval {
            self.last = now;
            self.tell();
        }
    }

    fn tell(&mut self) {
        if !std::mem::take(&mut self.is_news) {
            return;
        }
        let (rule, size) = (self.position.rule(), self.position.size());
        let stones = self.position.stones().len();
        let line = self.request.line(&self.lines.0, rule, stones, size);
        (self.answer)(&line);
    }
}

impl SearchObserver for Listener<'_> {
    fn depth_report(&mut self, report: &DepthReport) {
        self.lines.depth_report(report);
        self.is_news |= report.depth > 0;
    }

    /// All lines of an iteration have come when something else happens.
    fn root_event(&mut self, _event: RootEvent) {
        self.tell_if_due();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_kernel::FakeClock;

    use super::super::analysis::Dialect;
    use super::*;
    use crate::made_up::report_iteration;

    #[test]
    fn a_line_tells_of_all_moves_that_an_iteration_has_compared() {
        let size = BoardSize::square(15).expect("a usual size");
        let position = Position::new(size, Rule::Freestyle);
        let request = Request::read(Dialect::Leela, &["b", "1"], &position).expect("a request");
        let clock = Arc::new(FakeClock::new());
        let said = RefCell::new(Vec::new());
        let mut hear = |text: &str| said.borrow_mut().push(text.to_owned());
        let mut listener = Listener::new(&request, &position, clock.clone(), &mut hear);
        clock.advance(request.interval);
        for (depth, lines) in [(1, 3), (2, 2)] {
            report_iteration(&mut listener, depth, lines);
        }
        listener.root_event(RootEvent::IterationStarted);
        let told = said.borrow();
        let moves: Vec<usize> = told
            .iter()
            .map(|line| line.matches("info move").count())
            .collect();
        assert_eq!(moves, [2], "{told:?}");
    }
}
