//! Solves the positions of a list on several threads, with the results in the order of the list.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};

use kagetsu_gomoku::search::STACK_BYTES;
use kagetsu_gomoku::search::solver::Solver;
use kagetsu_kernel::{MIB, StopSignal};

use super::super::cli::SolveArgs;

use super::super::error::CommandError;
use super::super::position_list::NamedPosition;
use super::outcome::{Solved, Value, solve};

/// Number of threads that solve so many positions.
pub(super) fn threads(args: &SolveArgs, problems: usize) -> usize {
    usize::from(args.threads).min(problems).max(1)
}

/// Solves every position and gives each result, in the order of the list, to `done`, until the signal is raised. Of a list,
/// a position that was not finished then is left out; for a single one `done` gets what was found so far.
pub(super) fn solve_all(
    args: &SolveArgs,
    problems: &[NamedPosition],
    stop: &StopSignal,
    mut done: impl FnMut(usize, &Solved) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let threads = threads(args, problems.len());
    let bytes = (args.memory * MIB) as usize / threads;
    // The memory is taken before the threads take theirs: a thread that finds none ends the program.
    let solvers: Vec<Solver> = (0..threads).map(|_| Solver::with_bytes(bytes)).collect();
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(index) else {
                        break;
                    };
                    let found = solve(args, &mut solver, &problem.position, stop);
                    if problems.len() > 1 && stop.is_raised() && found.value == Value::Unknown {
                        break;
                    }
                    if sender.send((index, found)).is_err() {
                        break;
                    }
                }
            };
            let started = Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work);
            if let Err(error) = started {
                // The threads that have started end with the positions that they are at.
                stop.raise();
                return Err(CommandError::system(format!(
                    "cannot start a thread: {error}"
                )));
            }
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
        // After an interruption, results are left that come after a position without one.
        for (index, solved) in early {
            if result.is_ok() {
                result = done(index, &solved);
            }
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use kagetsu_notation::reader::ReadOptions;

    use super::super::super::position_list::parse_list;
    use super::super::super::source::{Input, Notes};
    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: SolveArgs,
    }

    /// The places of the results that are given of a list of moves when the signal has been raised already.
    fn given(list: &str) -> Vec<usize> {
        let args = Line::parse_from(["solve", "--threads", "2"]).args;
        let problems = parse_list(
            &Input {
                name: Some("list".to_string()),
                bytes: list.as_bytes().to_vec(),
            },
            &ReadOptions::default(),
            None,
            &mut Notes::default(),
        )
        .expect("positions");
        let stop = StopSignal::new();
        stop.raise();
        let mut places = Vec::new();
        let solved = solve_all(&args, &problems, &stop, |place, solved| {
            assert!(solved.value != Value::Win || place == 1);
            places.push(place);
            Ok(())
        });
        assert!(solved.is_ok());
        places
    }

    #[test]
    fn an_interruption_leaves_out_what_is_not_finished_unless_it_is_all() {
        let finished = "h8a1h9a2h10a3h11a4h12";
        let open = "h8i8g9g7i10j11h10h11f8";
        assert_eq!(given(open), [0]);
        assert!(given(&format!("{open}\n{open}\n")).is_empty());
        assert_eq!(given(&format!("{open}\n{finished}\n{open}\n")), [1]);
    }
}
