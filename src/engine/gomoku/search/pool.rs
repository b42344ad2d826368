//! The threads of a search. All of them search the same root and share nothing but the transposition table ("lazy SMP"). At
//! the end they vote on the move.
//!
//! The caller's thread is the main thread. It alone looks at the clock, reports, and decides that the search is over; the
//! helpers then end at their next poll, as they do when the search is stopped from outside. A helper that has proved the
//! result ends the search as well. With one thread nothing here has any effect on the search.
//!
//! Helpers are scoped threads that live for one search, so they borrow the table, the clock and their memories without locks
//! or reference counts. Positions that need no search start none. If the system gives fewer threads than were asked for, the
//! search goes on with those. The main thread searches every depth; a helper passes over the depths that half of the threads
//! have begun already (`ThreadSlot::takes`). Each thread counts its nodes on cache lines of its own.
//!
//! `experiments/2026-11-threads.md` has the measurements.

use std::thread::{Builder, ScopedJoinHandle, scope};

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::line_host::STACK_BYTES;
use kagetsu_kernel::table::Table;
use kagetsu_kernel::{Clock, Iterations, Score, SearchLimits, StopSignal, TimeBudget};

use super::decide::Reductions;
use super::deepen::{Deepening, Finding, max_depth};
use super::known::KnownPositions;
use super::params::Params;
use super::report::{DepthReport, NullSearchObserver, SearchObserver};
use super::root::{RootMove, root_moves};
use super::root_filter::RootFilter;
use super::team::Team;
use super::worker::{Context, Memory, Worker};

/// What a search is given, by alpha-beta and by tree.
#[derive(Debug)]
pub struct Task<'a> {
    /// The position.
    pub board: Board,
    /// The limits. The nodes of a tree search are playouts, and its depth is the mean one of the playouts.
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
    /// Is the only reply to a four searched under a time limit as well?
    pub searches_only_reply: bool,
    /// Ends the search from outside.
    pub stop: &'a StopSignal,
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// The parameters of the search.
    pub params: &'a Params,
}

/// Finds the best moves with one thread for each memory, and returns the last report of each line: as many lines with
/// different first moves as the limits ask for, best first. There are fewer if fewer moves are worth searching, or if
/// the limits end the search before one iteration of all lines is complete. The caller's thread is the first of the
/// threads and should have a stack of [`STACK_BYTES`]; they share the table. `None` when no legal move is allowed, or no
/// memory is given.
pub fn search<E: Evaluator + Clone + Send>(
    task: Task<'_>,
    table: &mut Table,
    mut eval: E,
    memories: &mut [Memory],
    observer: &mut dyn SearchObserver,
) -> Option<Vec<DepthReport>> {
    let Task {
        board,
        limits,
        budget,
        filter,
        known,
        proved,
        searches_only_reply,
        stop,
        clock,
        params,
    } = task;
    let (memory, others) = memories.split_first_mut()?;
    eval.refresh(&board);
    let moves = root_moves(&board, &mut eval, &filter);
    if moves.is_empty() {
        return None;
    }
    let team = Team::new(others.len() + 1, max_depth(limits));
    let context = Context {
        table: table.begin_search(),
        stop,
        clock,
        limits,
        params,
        reductions: &Reductions::new(params),
        filter: &filter,
        known: &known,
        slot: team.main_slot(),
        deadline: budget.map(|budget| limits.started + budget.hard),
    };
    let worker = Worker::new(board, eval, context, memory);
    let mut main = Deepening::new(worker, moves, observer);
    main.budget = budget;
    main.proved = proved;
    main.searches_only_reply = searches_only_reply;
    let helpers = if main.answers_at_once() {
        Vec::new()
    } else {
        run_together(&mut main, &team, others)
    };
    let own = main.last.take();
    let (nodes, elapsed) = (main.worker.total_nodes(), main.elapsed());
    // Several lines are one thread's answer as a whole.
    let votes = own.is_none() || limits.multi_pv <= 1;
    let findings: Vec<Finding> = own
        .into_iter()
        .chain(helpers.into_iter().filter(|_| votes))
        .collect();
    let elected = elect(&findings, params.vote_bias);
    let mut report = elected.map_or_else(
        || DepthReport {
            pv_index: 0,
            depth: 0,
            selective_depth: 0,
            score: Score::ZERO,
            nodes,
            elapsed,
            pv: vec![main.moves[0].point],
        },
        |place| findings[place].report.clone(),
    );
    report.nodes = nodes;
    report.elapsed = elapsed;
    let mut lines = std::mem::take(&mut main.others);
    if elected.is_some_and(|place| findings[place].slot > 0) {
        observer.depth_report(&report);
    }
    lines.insert(0, report);
    Some(lines)
}

/// Runs the main thread's iterations with helpers beside them, which end when it ends; tells what they have found.
fn run_together<'a, E: Evaluator + Clone + Send>(
    main: &mut Deepening<'a, '_, E>,
    team: &'a Team,
    memories: &'a mut [Memory],
) -> Vec<Finding> {
    scope(|scope| {
        let over = HaltOnDrop(team);
        let mut helpers = Vec::new();
        for (slot, memory) in team.helper_slots().zip(memories) {
            let (board, eval) = (main.worker.board.clone(), main.worker.eval.clone());
            let context = Context {
                slot,
                // The main thread alone reads the clock, and ends the others.
                deadline: None,
                ..main.worker.context
            };
            let moves = main.moves.clone();
            let helper = Builder::new()
                .name(format!("helper {}", helpers.len() + 1))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    help(Worker::new(board, eval, context, memory), moves)
                });
            match helper {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    log::warn!("no more than {} helper threads: {error}", helpers.len());
                    break;
                }
            }
        }
        main.run();
        drop(over);
        helpers.into_iter().filter_map(finding_of).collect()
    })
}

/// Runs the iterations of a helper.
fn help<E: Evaluator>(worker: Worker<'_, E>, moves: Vec<RootMove>) -> Option<Finding> {
    let mut observer = NullSearchObserver;
    let mut deepening = Deepening::new(worker, moves, &mut observer);
    deepening.run();
    let worker = &deepening.worker;
    worker.context.slot.publish(worker.nodes);
    deepening.last
}

/// What a helper has found. A panic goes on in the caller's thread.
fn finding_of(helper: ScopedJoinHandle<'_, Option<Finding>>) -> Option<Finding> {
    helper
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Ends the search of all threads, also where the main thread panics and the panic unwinds, as it does in tests (a release
/// build aborts): nobody would tell the helpers otherwise, and the program would wait for them instead of failing.
struct HaltOnDrop<'a>(&'a Team);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// The place of the finding that is answered, the first of equals; `None` when there is none.
///
/// What is proved comes first: the shortest win, then the longest loss, since one thread's proof of a loss holds for
/// the moves of all. Otherwise every thread votes for its move, with more weight the better and the deeper its result.
fn elect(findings: &[Finding], bias: i32) -> Option<usize> {
    let best_of = |wanted: fn(&Finding) -> bool| {
        let places = (0..findings.len()).rev();
        places
            .filter(|&place| wanted(&findings[place]))
            .max_by_key(|&place| findings[place].report.score)
    };
    best_of(|finding| finding.report.score.is_win())
        .or_else(|| best_of(|finding| finding.report.score.is_loss() && finding.is_complete))
        .or_else(|| most_votes(findings, bias))
        .or_else(|| best_of(|_| true))
}

/// The finding of the move with the most votes among those that are not decided.
fn most_votes(findings: &[Finding], bias: i32) -> Option<usize> {
    let is_open = |place: &usize| !findings[*place].report.score.is_decided();
    let voters: Vec<usize> = (0..findings.len()).filter(is_open).collect();
    let report = |place: usize| &findings[place].report;
    let worst = voters.iter().map(|&place| report(place).score).min()?;
    let weight = |place: usize| {
        let lead = report(place).score.value() - worst.value();
        // The bias gives the worst score a vote as well; the deeper result was looked at longer.
        i64::from(lead + bias) * i64::from(report(place).depth)
    };
    let votes_for = |place: usize| -> i64 {
        let agree = |&other: &usize| report(other).pv[0] == report(place).pv[0];
        voters.iter().copied().filter(agree).map(weight).sum()
    };
    let first_to_last = voters.iter().copied().rev();
    first_to_last.max_by_key(|&place| (votes_for(place), weight(place)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::geometry::Point;

    const BIAS: i32 = 20;

    /// A finding of each thread: column of the move, score, depth.
    fn findings(list: &[(usize, Score, u32)]) -> Vec<Finding> {
        let finding = |(slot, &(column, score, depth)): (usize, &(usize, Score, u32))| Finding {
            slot,
            is_complete: true,
            report: DepthReport {
                pv_index: 0,
                depth,
                selective_depth: depth,
                score,
                nodes: 1,
                elapsed: Duration::ZERO,
                pv: vec![Point::at(column, 0)],
            },
        };
        list.iter().enumerate().map(finding).collect()
    }

    fn elected(list: &[(usize, Score, u32)]) -> Option<usize> {
        elect(&findings(list), BIAS)
    }

    #[test]
    fn one_thread_elects_itself_and_none_nobody() {
        assert_eq!(elected(&[]), None);
        for score in [Score::ZERO, Score::win_in(3), Score::loss_in(4)] {
            assert_eq!(elected(&[(1, score, 7)]), Some(0));
        }
    }

    #[test]
    fn the_shortest_win_comes_first() {
        let open = Score::evaluation(20_000);
        let (far, near) = (Score::win_in(9), Score::win_in(5));
        assert_eq!(
            elected(&[(1, open, 30), (2, far, 9), (3, near, 4)]),
            Some(2)
        );
        assert_eq!(elected(&[(1, near, 9), (2, near, 30)]), Some(0));
        assert_eq!(elected(&[(1, Score::loss_in(8), 9), (2, far, 9)]), Some(1));
    }

    #[test]
    fn a_proved_loss_is_put_off_as_long_as_possible() {
        let (soon, late) = (Score::loss_in(4), Score::loss_in(10));
        assert_eq!(
            elected(&[(1, Score::ZERO, 9), (2, soon, 9), (3, late, 8)]),
            Some(2)
        );
    }

    #[test]
    fn a_loss_of_the_first_moves_alone_is_no_proof() {
        let mut list = findings(&[(1, Score::loss_in(4), 12), (2, Score::ZERO, 11)]);
        list[0].is_complete = false;
        assert_eq!(elect(&list, BIAS), Some(1));
        assert_eq!(elect(&list[..1], BIAS), Some(0));
    }

    #[test]
    fn depth_and_score_weigh_together() {
        let score = Score::evaluation;
        assert_eq!(elected(&[(1, score(50), 10), (2, score(50), 11)]), Some(1));
        assert_eq!(elected(&[(1, score(90), 10), (2, score(50), 11)]), Some(0));
        assert_eq!(elected(&[(1, score(50), 10), (2, score(50), 10)]), Some(0));
    }

    #[test]
    fn two_threads_outvote_a_deeper_one() {
        let score = Score::evaluation;
        let list = [(1, score(50), 13), (2, score(50), 10), (2, score(55), 10)];
        assert_eq!(elected(&list), Some(2));
    }
}
