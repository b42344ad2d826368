//! Solves the positions of a list on several threads, with the results in the order of the list.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use kagetsu_gomoku::search::solver::Solver;
use kagetsu_kernel::{MIB, StopSignal};

use super::super::error::CommandError;
use super::super::position_list::NamedPosition;
use super::super::stream_in_order::stream_in_order;
use super::args::SolveArgs;
use super::outcome::{Solved, Value, solve};

/// Number of threads that solve so many positions.
pub(super) fn threads(args: &SolveArgs, problems: usize) -> usize {
    usize::from(args.threads).min(problems).max(1)
}

/// Solves every position and gives each result, in the order of the list, to `done`, until the signal is raised. It is
/// raised at the end. Of a list, a position that was not finished then is left out; for a single one `done` gets what was found so far.
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
    let solvers = Mutex::new(solvers);
    let worker = || {
        let mut solver = solvers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut is_over = false;
        move |number: u64| {
            let index = number as usize;
            let problem = problems.get(index)?;
            if is_over {
                return Some(None);
            }
            let found = solve(args, solver.as_mut()?, &problem.position, stop);
            // After an interruption only what was begun before it is finished.
            is_over = problems.len() > 1 && stop.is_raised() && found.value == Value::Unknown;
            Some((!is_over).then_some((index, found)))
        }
    };
    stream_in_order(threads, stop, worker, |solved| {
        if let Some((index, found)) = solved {
            done(index, &found)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use kagetsu_notation::reader::ReadOptions;

    use super::super::super::notes::Notes;
    use super::super::super::position_list::parse_list;
    use super::super::super::source::Input;
    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: SolveArgs,
    }

    /// The places of the results that are given of a list of moves when the signal has been raised already.
    fn given(list: &str, threads: &str) -> Vec<usize> {
        let args = Line::parse_from(["solve", "--threads", threads]).args;
        let problems = parse_list(
            &Input {
                name: Some("list".to_string()),
                is_file: true,
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
            assert!(solved.value != Value::Win || place == 0);
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
        assert_eq!(given(open, "2"), [0]);
        assert!(given(&format!("{open}\n{open}\n"), "2").is_empty());
        let list = format!("{finished}\n{open}\n{finished}\n");
        assert_eq!(given(&list, "1"), [0]);
    }
}
