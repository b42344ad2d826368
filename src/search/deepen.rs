//! Iterative deepening: from the legal moves to the best one, within the limits.

use std::cmp::Reverse;
use std::time::Duration;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;
use crate::kernel::table::Table;
use crate::kernel::{Clock, Score, SearchLimits, StopSignal};

use super::params::Params;
use super::report::{DepthReport, RootEvent, SearchObserver};
use super::root::{RootMove, root_moves};
use super::threat_space::forcing::Situation;
use super::timing::TimeBudget;
use super::worker::{Bounds, MAX_PLY, Memory, Shared, Worker};

/// Iterations that are completed at most.
const MAX_DEPTH: u32 = 100;
/// Positions that the win-by-fours search may visit for each millisecond of the hard bound.
const VCF_NODES_PER_MS: u64 = 300;
/// A clear best move is worth this part of the time, in percent, when it has been best for long.
const STABLE_PERCENT: [u32; 6] = [150, 125, 110, 95, 85, 75];
/// More time, in percent, when the score has fallen by this many units since the last move's iterations.
const FALLING_PERCENT: u32 = 140;
const FALLING_UNITS: i32 = 40;

/// What a search is given.
#[derive(Debug)]
pub struct Task<'a> {
    /// The position.
    pub board: Board,
    /// The limits.
    pub limits: &'a SearchLimits,
    /// The shared table.
    pub table: &'a Table,
    /// Ends the search from outside.
    pub stop: &'a StopSignal,
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// The tunable numbers.
    pub params: Params,
}

/// Finds the best move: the last report of the best line. `None` when there is no legal move.
pub fn search<E: Evaluator>(
    task: Task<'_>,
    mut eval: E,
    memory: &mut Memory,
    observer: &mut dyn SearchObserver,
) -> Option<DepthReport> {
    let Task {
        mut board,
        limits,
        table,
        stop,
        clock,
        params,
    } = task;
    eval.refresh(&board);
    let moves = root_moves(&mut board, &eval);
    let budget = TimeBudget::plan(&limits.time, board.occupied());
    let bounds = Bounds {
        nodes: limits.nodes.unwrap_or(u64::MAX),
        deadline: budget.map(|budget| limits.started + budget.hard),
    };
    let shared = Shared { table, stop, clock };
    let worker = Worker::new(board, eval, shared, params, memory, bounds);
    let first = moves.first()?.point;
    let mut deepening = Deepening {
        worker,
        limits,
        budget,
        moves,
        observer,
        last: None,
    };
    deepening.run();
    let elapsed = deepening.elapsed();
    let nodes = deepening.worker.nodes;
    let mut report = deepening.last.unwrap_or(DepthReport {
        pv_index: 0,
        depth: 0,
        selective_depth: 0,
        score: Score::ZERO,
        nodes,
        elapsed,
        pv: vec![first],
    });
    report.nodes = nodes;
    report.elapsed = elapsed;
    Some(report)
}

struct Deepening<'a, 'o, E> {
    worker: Worker<'a, E>,
    limits: &'a SearchLimits,
    budget: Option<TimeBudget>,
    moves: Vec<RootMove>,
    observer: &'o mut dyn SearchObserver,
    last: Option<DepthReport>,
}

impl<E: Evaluator> Deepening<'_, '_, E> {
    fn elapsed(&self) -> Duration {
        self.worker
            .shared
            .clock
            .now()
            .saturating_sub(self.limits.started)
    }

    fn run(&mut self) {
        if self.answers_at_once() {
            return;
        }
        let lines = self.limits.multi_pv.clamp(1, self.moves.len());
        let max_depth = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut stable = 0;
        let mut best = self.moves[0].point;
        let mut previous_score = None;
        for depth in 1..=max_depth {
            self.observer.root_event(RootEvent::IterationStarted);
            for root in &mut self.moves {
                root.previous = root.score;
            }
            for line in 0..lines {
                self.iterate(depth, line);
                if self.worker.aborted {
                    return;
                }
            }
            let score = self.moves[0].score;
            stable = if self.moves[0].point == best {
                stable + 1
            } else {
                0
            };
            best = self.moves[0].point;
            let falling =
                previous_score.is_some_and(|before: Score| score < before - FALLING_UNITS);
            previous_score = Some(score);
            if lines == 1 && self.is_settled(score, depth) || self.time_is_up(stable, falling) {
                return;
            }
        }
    }

    /// Positions that need no search: a five to make, the only reply, a win by fours.
    fn answers_at_once(&mut self) -> bool {
        let hard_ms = self
            .budget
            .map_or(u64::MAX, |budget| budget.hard.as_millis() as u64);
        let by_time = hard_ms.saturating_mul(VCF_NODES_PER_MS);
        let by_nodes = self.limits.nodes.unwrap_or(u64::MAX) / 2;
        let limit = (self.worker.params.vcf_root_nodes as u64)
            .min(by_time)
            .min(by_nodes);
        let line = self
            .worker
            .memory
            .vcf
            .solve_with_line(&mut self.worker.board, limit);
        self.worker.nodes += self.worker.memory.vcf.nodes();
        if let Some(line) = line {
            self.report(0, line.len() as u32, Score::win_in(line.len()), line);
            return self.limits.multi_pv <= 1;
        }
        let situation = Situation::of(&mut self.worker.board);
        let only_move = self.moves.len() == 1 && matches!(situation, Situation::StopFive(_));
        if only_move && self.budget.is_some() && self.limits.multi_pv <= 1 {
            self.report(0, 0, Score::ZERO, vec![self.moves[0].point]);
            return true;
        }
        false
    }

    /// One iteration for one line, with an aspiration window that widens where it fails.
    fn iterate(&mut self, depth: u32, line: usize) {
        let params = &self.worker.params;
        let mut width = params.aspiration_width;
        let before = self.moves[line].previous;
        let narrow = depth as i32 >= params.aspiration_depth && !before.is_decided();
        let mut alpha = if narrow {
            before - width
        } else {
            -Score::INFINITE
        };
        let mut beta = if narrow {
            before + width
        } else {
            Score::INFINITE
        };
        loop {
            let score = self.worker.search_root(
                &mut self.moves[line..],
                depth as i32,
                (alpha, beta),
                self.observer,
            );
            if self.worker.aborted {
                // A better move of the broken iteration stands first already, with its score.
                if line == 0 && score > alpha && score > -Score::INFINITE {
                    self.report_line(0, depth);
                }
                return;
            }
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if score.is_loss() {
                    -Score::INFINITE
                } else {
                    score - width
                };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if score.is_win() {
                    Score::INFINITE
                } else {
                    score + width
                };
            } else {
                break;
            }
            width *= 2;
        }
        self.moves[line + 1..].sort_by_key(|root| Reverse(root.score));
        self.report_line(line, depth);
    }

    fn report_line(&mut self, line: usize, depth: u32) {
        let RootMove { score, pv, .. } = &self.moves[line];
        self.report(line, depth, *score, pv.clone());
    }

    fn report(&mut self, pv_index: usize, depth: u32, score: Score, pv: Vec<Point>) {
        let report = DepthReport {
            pv_index,
            depth,
            selective_depth: self.worker.selective_depth.max(depth as usize) as u32,
            score,
            nodes: self.worker.nodes,
            elapsed: self.elapsed(),
            pv,
        };
        self.observer.depth_report(&report);
        if pv_index == 0 {
            self.last = Some(report);
        }
    }

    /// Nothing better can be found: a win is proved within the depth, or the board ends.
    fn is_settled(&self, score: Score, depth: u32) -> bool {
        let enough = score
            .distance()
            .is_some_and(|plies| plies <= depth as usize);
        enough || depth as usize >= self.worker.board.free().min(MAX_PLY)
    }

    fn time_is_up(&self, stable: usize, falling: bool) -> bool {
        let Some(budget) = self.budget else {
            return false;
        };
        let mut percent = STABLE_PERCENT[stable.min(STABLE_PERCENT.len() - 1)];
        if falling {
            percent = percent * FALLING_PERCENT / 100;
        }
        budget.is_spent(self.elapsed(), percent)
    }
}
