//! Sends the reports of a search to the manager: those it wants, and not faster than it can read.

use std::sync::Arc;
use std::time::Duration;

use crate::detail::{
    Labels, defence_messages, depth_message, info_group, mark, proof_message, realtime_line,
};
use crate::reply::Reply;
use crate::settings::ShowDetail;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{DefenceReport, DepthReport, ProofReport, RootEvent, SearchObserver};
use kagetsu_kernel::{Clock, StopSignal};

use super::Host;

/// Shortest time between two reports, and before the first one.
const REPORT_GAP: Duration = Duration::from_millis(200);
/// Shortest time between two marks on the manager's board.
const MARK_GAP: Duration = Duration::from_millis(20);

/// The format of a search's reports.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording {
    pub(super) detail: ShowDetail,
    pub(super) labels: Labels,
    pub(super) multi_pv: usize,
    /// The rule and the number of stones, on which the probability to win depends.
    pub(super) rule: Rule,
    pub(super) stones: usize,
}

/// Receives the reports of one search.
pub(super) struct Reporter<'h> {
    pub(super) host: &'h mut dyn Host,
    wording: Wording,
    stop: StopSignal,
    clock: Arc<dyn Clock>,
    last_report: Duration,
    last_mark: Duration,
    searching: Option<Point>,
    best: Option<Point>,
    has_heard: bool,
    /// Results of the solver that are not sent yet. They are held back after a stop, because the answer may not be
    /// wanted.
    held: Vec<Reply>,
    /// The unsent reports of the latest iteration, the best line first.
    waiting: Vec<DepthReport>,
}

impl<'h> Reporter<'h> {
    pub(super) fn new(
        host: &'h mut dyn Host,
        wording: Wording,
        stop: StopSignal,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let now = clock.now();
        Self {
            host,
            wording,
            stop,
            clock,
            last_report: now,
            last_mark: now + REPORT_GAP,
            searching: None,
            best: None,
            has_heard: false,
            held: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Sends the held and waiting reports at the end of the search, or its result if it has reported nothing.
    pub(super) fn finish(&mut self, result: Option<&DepthReport>) {
        for reply in std::mem::take(&mut self.held) {
            self.host.reply(reply);
        }
        if !self.has_heard {
            self.waiting.extend(result.cloned());
        }
        self.send_waiting();
    }

    fn tell_or_hold(&mut self, reply: Reply) {
        if self.stop.is_raised() {
            self.held.push(reply);
        } else {
            self.host.reply(reply);
        }
    }

    /// Sends what waits if it is time. All lines of an iteration have come when something else happens: there may be fewer of
    /// them than were asked for, where few moves are left to choose from.
    fn send_if_due(&mut self) {
        if self.waiting.is_empty() || self.stop.is_raised() {
            return;
        }
        let now = self.clock.now();
        if now >= self.last_report + REPORT_GAP {
            self.last_report = now;
            self.send_waiting();
        }
    }

    fn send_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let Wording {
            detail,
            labels,
            multi_pv,
            rule,
            stones,
        } = self.wording;
        for report in waiting.iter().filter(|report| report.depth > 0) {
            self.host.reply(depth_message(report, multi_pv, labels));
            if detail.realtime() && report.pv_index == 0 {
                for reply in realtime_line(report, labels) {
                    self.host.reply(reply);
                }
            }
            if detail.info() && !report.pv.is_empty() {
                let win_rate = win_probability(rule, report.score, stones);
                for reply in info_group(report, waiting.len(), win_rate) {
                    self.host.reply(reply);
                }
            }
        }
    }

    /// True if a mark may be sent now. Marks of early iterations and of quick moves would not be seen.
    fn mark_is_due(&mut self) -> bool {
        let now = self.clock.now();
        let due = now >= self.last_mark + MARK_GAP;
        if due {
            self.last_mark = now;
        }
        due
    }
}

impl SearchObserver for Reporter<'_> {
    fn depth_report(&mut self, report: &DepthReport) {
        self.has_heard = true;
        if report.pv_index == 0 {
            self.waiting.clear();
        }
        self.waiting.push(report.clone());
    }

    fn proof_report(&mut self, report: &ProofReport) {
        self.tell_or_hold(proof_message(report, self.wording.labels));
    }

    fn defence_report(&mut self, report: &DefenceReport) {
        for reply in defence_messages(report, self.wording.labels) {
            self.tell_or_hold(reply);
        }
    }

    fn root_event(&mut self, event: RootEvent) {
        self.send_if_due();
        if !self.wording.detail.realtime() || self.stop.is_raised() {
            return;
        }
        match event {
            RootEvent::IterationStarted if self.mark_is_due() => {}
            RootEvent::Searching(point) if self.mark_is_due() => self.searching = Some(point),
            RootEvent::Searched(point) if self.searching == Some(point) => self.searching = None,
            // The mark stays until another point has it.
            RootEvent::Best(point) if self.best != Some(point) => self.best = Some(point),
            RootEvent::Lost(_) => {}
            RootEvent::IterationStarted
            | RootEvent::Searching(_)
            | RootEvent::Searched(_)
            | RootEvent::Best(_) => return,
        }
        self.host.reply(mark(event));
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::info::{InfoKey, InfoLine};
    use crate::made_up::{Said, report_iteration};
    use crate::settings::ManagerSettings;

    /// What is said of two iterations with these numbers of lines, of which five are wanted.
    fn told(iterations: [usize; 2], detail: ShowDetail) -> Vec<String> {
        let (said, clock) = (Said::default(), Arc::new(FakeClock::new()));
        let wording = Wording {
            detail,
            labels: Labels::FromTop,
            multi_pv: 5,
            rule: Rule::Freestyle,
            stones: 7,
        };
        let mut host = said.clone();
        let mut reporter = Reporter::new(&mut host, wording, StopSignal::new(), clock.clone());
        for (depth, lines) in (3..).zip(iterations) {
            reporter.root_event(RootEvent::IterationStarted);
            report_iteration(&mut reporter, depth, lines);
        }
        assert!(said.0.borrow().is_empty(), "it is too early");
        clock.advance(REPORT_GAP);
        reporter.root_event(RootEvent::IterationStarted);
        said.0.take()
    }

    #[test]
    fn lines_are_sent_while_the_search_goes_on_also_where_fewer_are_found_than_asked_for() {
        for lines in [2, 3] {
            assert_eq!(
                told([lines, 2], ShowDetail::default()),
                ["MESSAGE (1) 0 | 4-4 | a1", "MESSAGE (2) 0 | 4-4 | b1"]
            );
        }
    }

    #[test]
    fn the_number_of_lines_is_that_of_those_found() {
        let mut settings = ManagerSettings::default();
        settings.set(InfoLine {
            key: InfoKey::ShowDetail,
            value: 2,
        });
        let told = told([3, 2], settings.detail());
        let numbers = told.iter().filter(|line| line.starts_with("INFO NUMPV"));
        assert_eq!(numbers.collect::<Vec<_>>(), ["INFO NUMPV 2"; 2]);
    }
}
