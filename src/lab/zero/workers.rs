//! Numbered work on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

use kagetsu_kernel::StopSignal;

/// How many threads work, and what stops them.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// Threads that work at the same time.
    pub threads: usize,
    /// Stops them.
    pub stop: &'a StopSignal,
}

/// Does the work of each number and returns the results in the order of the numbers, or nothing if it was stopped before the
/// end. Work that was stopped itself gives nothing.
pub(crate) fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(u64) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let count = numbers.end - numbers.start;
    let next = AtomicU64::new(numbers.start);
    let one_after_the_other = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end || stop.is_raised() {
                return done;
            }
            let Some(result) = work(number) else {
                return done;
            };
            done.push((number, result));
        }
    };
    let mut results: Vec<(u64, T)> = thread::scope(|scope| {
        // One of them is this thread: handing everything to others takes time. If the system gives fewer, those do the work.
        let workers: Vec<_> = (1..count.min(threads as u64))
            .map_while(|_| Builder::new().spawn_scoped(scope, one_after_the_other).ok())
            .collect();
        let own = one_after_the_other();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<(u64, T)>>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let others = workers.into_iter().flat_map(join);
        own.into_iter().chain(others).collect()
    });
    results.sort_by_key(|(number, _)| *number);
    let is_whole = results.len() as u64 == count;
    is_whole.then(|| results.into_iter().map(|(_, result)| result).collect())
}
