//! Numbered tasks on several threads. Their results come in the order of the numbers, so that the output does not
//! depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};

use kagetsu_kernel::{STACK_BYTES, StopSignal};

use super::error::CommandError;

/// Gives the results of the tasks 0, 1, 2 … to `take`, until `take` breaks off or a task returns `None`, which ends the
/// list. Each thread makes its own worker. `stop` is raised at the end, so that tasks that are no longer needed can end
/// early.
pub(super) fn stream_in_order<T: Send, W: FnMut(u64) -> Option<T>>(
    threads: usize,
    stop: &StopSignal,
    new_worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, CommandError>,
) -> Result<(), CommandError> {
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, new_worker, sender) = (&next, &new_worker, sender.clone());
            let work = move || {
                let mut worker = new_worker();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(result) = worker(number) else {
                        return;
                    };
                    if sender.send((number, result)).is_err() {
                        return;
                    }
                }
            };
            let started = Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work);
            if let Err(error) = started {
                stop.raise();
                // The threads that have started end because their results have no receiver.
                drop(results);
                return Err(CommandError::system(format!(
                    "cannot start a thread: {error}"
                )));
            }
        }
        drop(sender);
        let mut take_all = || -> Result<(), CommandError> {
            let (mut early, mut due) = (BTreeMap::new(), 0);
            for (number, result) in &results {
                early.insert(number, result);
                while let Some(result) = early.remove(&due) {
                    due += 1;
                    if take(result)?.is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let taken = take_all();
        stop.raise();
        drop(results);
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_they_end_or_are_enough() {
        for (threads, length, enough) in [(1, 5, 99), (4, 40, 99), (3, 1000, 7)] {
            let mut taken = Vec::new();
            let stop = StopSignal::new();
            let worker = || move |number: u64| (number < length).then_some(number);
            let ended = stream_in_order(threads, &stop, worker, |number| {
                taken.push(number);
                Ok(if taken.len() == enough {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            });
            assert!(ended.is_ok() && stop.is_raised());
            let expected: Vec<u64> = (0..length).take(enough).collect();
            assert_eq!(taken, expected);
        }
    }
}
