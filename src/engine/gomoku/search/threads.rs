//! The threads of a search. All of them search the same root and share nothing but the transposition table ("lazy SMP"). At
//! the end they vote on the move.
//!
//! The caller's thread is the main thread. It alone looks at the clock, reports, and decides that the search is over; the
//! helpers then end at their next poll, as they do when the search is stopped from outside. A helper that has proved the
//! result ends the search as well. With one thread nothing here has any effect on the search.
//!
//! Helpers are scoped threads that live for one search, so they borrow the table, the clock and their data without locks
//! or reference counts. Positions that need no search start none. If the system gives fewer threads than were asked for, the
//! search goes on with those. The main thread searches every depth; a helper passes over the depths that half of the threads
//! have begun already (`ThreadSlot::takes`). Each thread counts its nodes on cache lines of its own.
//!
//! `experiments/2026-11-threads.md` has the measurements.

use std::thread::{Builder, ScopedJoinHandle, scope};

use crate::eval::Evaluator;
use kagetsu_kernel::table::Table;
use kagetsu_kernel::{Iterations, STACK_BYTES, Score};

use super::decide::Reductions;
use super::deepen::{Deepening, Finding, max_depth};
use super::report::{DepthReport, NullSearchObserver, SearchObserver};
use super::root::{RootMove, root_moves};
use super::shared_state::SharedState;
use super::task::Task;
use super::vote::elect;
use super::worker::{Context, ThreadData, Worker};

/// Finds the best moves with one thread for each of `threads`, and returns the last report of each line: as many lines with
/// different first moves as the limits ask for, best first. There are fewer if fewer moves are worth searching, or if
/// the limits end the search before one iteration of all lines is complete. The caller's thread is the first of the
/// threads and should have a stack of [`STACK_BYTES`]; they share the table. `None` when no legal move is allowed, or no
/// thread is given.
pub fn search<E: Evaluator + Clone + Send>(
    task: Task<'_>,
    table: &mut Table,
    mut eval: E,
    threads: &mut [ThreadData],
    observer: &mut dyn SearchObserver,
) -> Option<Vec<DepthReport>> {
    let Task {
        board,
        limits,
        budget,
        filter,
        known,
        proved,
        searches_only_move,
        stop,
        clock,
        params,
    } = task;
    let (data, others) = threads.split_first_mut()?;
    eval.refresh(&board);
    let moves = root_moves(&board, &mut eval, &filter);
    if moves.is_empty() {
        return None;
    }
    let shared = SharedState::new(others.len() + 1, max_depth(limits));
    let context = Context {
        table: table.begin_search(),
        stop,
        clock,
        limits,
        params,
        reductions: &Reductions::new(params),
        filter: &filter,
        known: &known,
        slot: shared.main_slot(),
        deadline: budget.map(|budget| limits.started + budget.hard),
    };
    let worker = Worker::new(board, eval, context, data);
    let mut main = Deepening::new(worker, moves, observer);
    main.budget = budget;
    main.proved = proved;
    main.searches_only_move = searches_only_move;
    let helpers = if main.answers_at_once() {
        Vec::new()
    } else {
        run_together(&mut main, &shared, others)
    };
    Some(answer_of(main, helpers))
}

/// The last reports of all lines. The best line is that of the elected thread, with the nodes and the time of all.
fn answer_of<E: Evaluator>(main: Deepening<'_, '_, E>, helpers: Vec<Finding>) -> Vec<DepthReport> {
    let (nodes, elapsed) = (main.worker.total_nodes(), main.elapsed());
    let context = main.worker.context;
    // Several lines are one thread's answer as a whole.
    let votes = main.last.is_none() || context.limits.multi_pv <= 1;
    let helpers = helpers.into_iter().filter(|_| votes);
    let findings: Vec<Finding> = main.last.into_iter().chain(helpers).collect();
    let elected = elect(&findings, context.params.vote_bias).map(|place| &findings[place]);
    let report = match elected {
        Some(finding) => DepthReport {
            nodes,
            elapsed,
            ..finding.report.clone()
        },
        None => DepthReport {
            pv_index: 0,
            depth: 0,
            selective_depth: 0,
            score: Score::ZERO,
            nodes,
            elapsed,
            pv: vec![main.moves[0].point],
        },
    };
    if elected.is_some_and(|finding| finding.slot > 0) {
        main.observer.depth_report(&report);
    }
    std::iter::once(report).chain(main.others).collect()
}

/// Runs the main thread's iterations with helpers beside them, which end when it ends; tells what they have found.
fn run_together<'a, E: Evaluator + Clone + Send>(
    main: &mut Deepening<'a, '_, E>,
    shared: &'a SharedState,
    threads: &'a mut [ThreadData],
) -> Vec<Finding> {
    scope(|scope| {
        let over = HaltOnDrop(shared);
        let mut helpers = Vec::new();
        for (slot, data) in shared.helper_slots().zip(threads) {
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
                    help(Worker::new(board, eval, context, data), moves)
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
struct HaltOnDrop<'a>(&'a SharedState);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}
