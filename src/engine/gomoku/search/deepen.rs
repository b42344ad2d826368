//! Iterative deepening of one thread: from the legal moves to the best one, within the limits.

use std::cmp::Reverse;
use std::time::Duration;

use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::{
    Completed, Iteration, Iterations, PERCENT, Score, SearchLimits, TimeBudget, deepen,
};

use super::aspiration::AspirationWindow;
use super::report::{DepthReport, RootEvent, SearchObserver};
use super::root::RootMove;
use super::worker::{MAX_PLY, Worker};

/// Iterations that are completed at most.
const MAX_DEPTH: u32 = 100;
/// Part of a limit of nodes that the win by fours at the root may take, as a divisor: the rest is for the search of all
/// moves.
const ROOT_VCF_SHARE: u64 = 2;

/// Depth of the last iteration under these limits.
pub(super) fn max_depth(limits: &SearchLimits) -> u32 {
    limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
}

/// The iterations of one thread.
pub(super) struct Deepening<'a, 'o, E> {
    pub(super) worker: Worker<'a, E>,
    /// The main thread's use of time; helpers have none.
    pub(super) budget: Option<TimeBudget>,
    /// The moves of the root, the most promising first.
    pub(super) moves: Vec<RootMove>,
    /// The line of a win that was proved before the search.
    pub(super) proved: Option<Vec<Point>>,
    /// Is the only move searched under a time limit as well?
    pub(super) searches_only_move: bool,
    pub(super) observer: &'o mut dyn SearchObserver,
    /// What is answered for the best line when the search ends.
    pub(super) last: Option<Finding>,
    /// The further lines of the last iteration that completed all lines, best first.
    pub(super) others: Vec<DepthReport>,
}

/// What a thread has found: its last report of the best line.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// Number of the thread, zero for the main thread.
    pub(super) slot: usize,
    pub(super) report: DepthReport,
    /// Were all moves of the root compared? If not, the move is better than all before it, but a loss is not proved.
    pub(super) is_complete: bool,
}

impl<'a, 'o, E: Evaluator> Deepening<'a, 'o, E> {
    /// The iterations of a worker over the moves of the root.
    pub(super) const fn new(
        worker: Worker<'a, E>,
        moves: Vec<RootMove>,
        observer: &'o mut dyn SearchObserver,
    ) -> Self {
        Self {
            worker,
            budget: None,
            moves,
            proved: None,
            searches_only_move: false,
            observer,
            last: None,
            others: Vec::new(),
        }
    }

    /// Searches deeper and deeper until there is nothing left to find or the search is broken off.
    pub(super) fn run(&mut self) {
        let first = self.moves[0].point;
        let depths = 1..=max_depth(self.worker.context.limits);
        let policy = self.worker.context.params.clock_policy();
        let budget = self.budget;
        deepen(self, first, depths, budget, &policy);
    }

    /// Number of best moves that are wanted.
    fn lines(&self) -> usize {
        let wanted = self.worker.context.limits.multi_pv;
        wanted.clamp(1, self.moves.len())
    }

    /// Positions that need no search: a five to make, a win by fours, and under a time limit the only move, unless its score
    /// is wanted. Where several lines are wanted a win is kept as the first of them.
    pub(super) fn answers_at_once(&mut self) -> bool {
        let line = self.proved.take().or_else(|| self.win_by_fours());
        let is_single = self.worker.context.limits.multi_pv <= 1;
        if let Some(line) = line {
            let score = Score::win_in(line.len());
            let won = RootMove {
                point: line[0],
                score: Some(score),
                previous: Some(score),
                nodes: 0,
                pv: line.clone(),
            };
            self.put_first(0, won);
            let report = self.report_of(0, line.len() as u32, score, line);
            if is_single {
                self.observer.depth_report(&report);
            }
            self.found(report);
            return is_single;
        }
        // The time is better kept for later moves: nothing can be chosen here.
        let needs_no_score = self.budget.is_some() && !self.searches_only_move;
        if self.moves.len() == 1 && needs_no_score && is_single {
            let report = self.report_of(0, 0, Score::ZERO, vec![self.moves[0].point]);
            self.observer.depth_report(&report);
            self.found(report);
            return true;
        }
        false
    }

    /// The line of a win by fours that begins with an allowed move.
    fn win_by_fours(&mut self) -> Option<Vec<Point>> {
        let context = &self.worker.context;
        let by_nodes = context.limits.nodes.map(|nodes| nodes / ROOT_VCF_SHARE);
        let limit = context.params.root_vcf_limit(by_nodes, self.budget);
        let Worker {
            context,
            data,
            board,
            ..
        } = &mut self.worker;
        let must_end = || context.must_end();
        let line = data.vcf.solve_with_line_until(board, limit, must_end);
        self.worker.nodes += self.worker.data.vcf.nodes();
        line.filter(|line| self.worker.context.filter.allows(line[0]))
    }

    /// Puts a root move with what is known of it at the place of a line. A move that is missing, because the same by
    /// symmetry is there, is added.
    fn put_first(&mut self, line: usize, root: RootMove) {
        let rest = &mut self.moves[line..];
        if let Some(place) = rest.iter().position(|other| other.point == root.point) {
            rest[..=place].rotate_right(1);
            rest[0] = root;
        } else {
            self.moves.insert(line, root);
        }
    }

    /// One iteration for one line.
    fn search_line(&mut self, depth: u32, line: usize) {
        // The search of the lines before has overwritten the score of this iteration.
        let before = self.moves[line].previous;
        let is_better = match before {
            Some(win) if win.is_win() => self.search_for_shorter_win(depth, line, win),
            _ => self.search_in_windows(depth, line, before),
        };
        if self.worker.aborted {
            self.report_broken(depth, line, is_better);
            return;
        }
        // Moves without a score keep their order, in which the best of earlier iterations stand first.
        self.moves[line + 1..].sort_by_key(|root| Reverse(root.score));
    }

    /// Searches the moves from a line on in an aspiration window that widens where it fails. Has the last search found a
    /// score above its window's lower end?
    fn search_in_windows(&mut self, depth: u32, line: usize, before: Option<Score>) -> bool {
        let mut window = AspirationWindow::around(before, depth, self.worker.context.params);
        loop {
            let score = self.search_moves(depth, line, window.alpha, window.beta);
            if self.worker.aborted {
                return score > window.alpha && score > -Score::INFINITE;
            }
            // It is better than the move before. The time may end before its score is known.
            if score >= window.beta && self.worker.context.limits.multi_pv <= 1 {
                let pv = self.moves[line].pv.clone();
                self.found(self.report_of(0, depth, score, pv));
            }
            match window.widened(score) {
                Some(wider) => window = wider,
                None => return true,
            }
        }
    }

    /// Where the win of a line is proved only a shorter one is looked for: a search that is not deep enough to see the win
    /// again must not take it back. Has it been found?
    fn search_for_shorter_win(&mut self, depth: u32, line: usize, win: Score) -> bool {
        let proved = RootMove {
            score: Some(win),
            ..self.moves[line].clone()
        };
        let is_shorter = self.search_moves(depth, line, win, Score::INFINITE) > win;
        if !is_shorter {
            self.put_first(line, proved);
        }
        is_shorter
    }

    /// Searches the moves from a line on.
    fn search_moves(&mut self, depth: u32, line: usize, alpha: Score, beta: Score) -> Score {
        let moves = &mut self.moves[line..];
        self.worker
            .search_root(moves, depth as i32, alpha, beta, self.observer)
    }

    /// Reports what an iteration that was broken off has shown. A better move stands first already, with its score. Of
    /// several lines only those of a whole iteration compare with each other, unless there is no whole iteration yet.
    fn report_broken(&mut self, depth: u32, line: usize, is_better: bool) {
        let is_best_known = self.worker.context.limits.multi_pv <= 1 || self.last.is_none();
        if is_best_known && line > 0 {
            self.rank(depth, line);
        } else if is_best_known && is_better {
            self.report_lines(depth, 1);
        }
    }

    /// Puts the lines of an iteration in the order of their scores and reports them.
    fn rank(&mut self, depth: u32, lines: usize) {
        self.moves[..lines].sort_by_key(|root| Reverse(root.score));
        self.report_lines(depth, lines);
    }

    /// Reports the first root moves as the lines of an iteration.
    fn report_lines(&mut self, depth: u32, lines: usize) {
        let scored = self.moves[..lines]
            .iter()
            .filter_map(|root| Some((root.score?, &root.pv)));
        let reports: Vec<DepthReport> = scored
            .enumerate()
            .map(|(line, (score, pv))| self.report_of(line, depth, score, pv.clone()))
            .collect();
        for report in &reports {
            self.observer.depth_report(report);
        }
        let mut reports = reports.into_iter();
        self.last = reports.next().map(|report| self.finding(report));
        self.others = reports.collect();
    }

    fn found(&mut self, report: DepthReport) {
        self.last = Some(self.finding(report));
    }

    fn finding(&self, report: DepthReport) -> Finding {
        Finding {
            slot: self.worker.context.slot.number(),
            report,
            is_complete: !self.worker.aborted,
        }
    }

    fn report_of(&self, pv_index: usize, depth: u32, score: Score, pv: Vec<Point>) -> DepthReport {
        DepthReport {
            pv_index,
            depth,
            selective_depth: self.worker.selective_depth.max(depth as usize) as u32,
            score,
            nodes: self.worker.total_nodes(),
            elapsed: self.elapsed(),
            pv,
        }
    }

    /// Nothing better can be found: a win is proved within the depth, or the board ends.
    fn is_finished(&self, score: Option<Score>, depth: u32) -> bool {
        let enough = score
            .and_then(Score::distance)
            .is_some_and(|plies| plies <= depth as usize);
        enough || depth as usize >= self.worker.board.empty_count().min(MAX_PLY)
    }

    /// Part of the positions of this iteration that lay below its best move, in percent. A proved win has all of it: no
    /// other move need be found.
    fn effort(&self) -> i32 {
        if self.moves[0].score.is_some_and(Score::is_win) {
            return i32::from(PERCENT);
        }
        let all: u64 = self.moves.iter().map(|root| root.nodes).sum();
        (self.moves[0].nodes * u64::from(PERCENT) / all.max(1)) as i32
    }
}

impl<E: Evaluator> Iterations for Deepening<'_, '_, E> {
    /// The depth.
    type Step = u32;
    type Move = Point;

    fn iterate(&mut self, depth: u32) -> Iteration<Point> {
        let slot = self.worker.context.slot;
        let lines = self.lines();
        if !slot.takes(depth) {
            return Iteration::Skipped;
        }
        self.observer.root_event(RootEvent::IterationStarted);
        for root in &mut self.moves {
            root.previous = root.score;
            root.nodes = 0;
        }
        for line in 0..lines {
            self.search_line(depth, line);
            if self.worker.aborted {
                return Iteration::Broken;
            }
        }
        self.rank(depth, lines);
        let ranked = &self.moves[..lines];
        if ranked
            .iter()
            .all(|root| self.is_finished(root.score, depth))
        {
            // The lines of a helper are not answered, so it must not end the search of several.
            if lines == 1 || slot.is_main() {
                slot.halt();
            }
            return Iteration::Finished;
        }
        Iteration::Complete(Completed {
            best: self.moves[0].point,
            score: self.moves[0].score.map_or(0, Score::value),
            effort: self.effort(),
        })
    }

    /// Helper threads do not look at the clock.
    fn elapsed(&self) -> Duration {
        let context = &self.worker.context;
        if context.slot.is_main() {
            context.clock.now().saturating_sub(context.limits.started)
        } else {
            Duration::ZERO
        }
    }
}
