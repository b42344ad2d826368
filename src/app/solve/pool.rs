//! Solves the positions of a list on several threads, with the results in the order of the list.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};

use kagetsu_gomoku::search::STACK_BYTES;
use kagetsu_gomoku::search::solver::Solver;
use kagetsu_kernel::StopSignal;

use super::super::cli::SolveArgs;

use super::super::error::CommandError;
use super::super::position_list::NamedPosition;
use super::super::thinking::MEBIBYTE;
use super::outcome::{Solved, Value, solve};

/// Solves every position and gives each result, in the order of the list, to `done`, until the signal is raised.
pub(super) fn solve_all(
    args: &SolveArgs,
    problems: &[NamedPosition],
    stop: &StopSignal,
    mut done: impl FnMut(usize, &Solved) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let threads = usize::from(args.threads).min(problems.len()).max(1);
    let bytes = (args.memory * MEBIBYTE) as usize / threads;
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let mut solver = Solver::with_bytes(bytes);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(index) else {
                        break;
                    };
                    let found = solve(args, &mut solver, &problem.position, stop);
                    if stop.is_raised() && found.value == Value::Unknown {
                        break;
                    }
                    if sender.send((index, found)).is_err() {
                        break;
                    }
                }
            };
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .map_err(CommandError::Thread)?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        let mut result = Ok(());
        for (index, solved) in results {
            early.insert(index, solved);
            while let Some(solved) = early.remove(&due) {
                if result.is_ok() {
                    result = done(due, &solved);
                }
                if result.is_err() {
                    next.store(problems.len(), Ordering::Relaxed);
                }
                due += 1;
            }
        }
        result
    })
}
