//! Numbered work on several threads. The results do not depend on the number of threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

use super::limits::StopSignal;

/// Does the work of each number and returns the results in the order of the numbers. It returns nothing if `stop` was raised
/// before the work was done, or if the work of a number returned `None` because it was stopped. The thread of the caller is one
/// of the `threads`: handing everything to others takes time. Where the system starts fewer threads, fewer work. A panic of the
/// work goes on in the thread of the caller.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(u64) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let count = numbers.end.saturating_sub(numbers.start);
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
    let mut done: Vec<(u64, T)> = thread::scope(|scope| {
        let helpers: Vec<_> = (1..count.min(threads as u64))
            .map_while(|_| Builder::new().spawn_scoped(scope, one_after_the_other).ok())
            .collect();
        let mut done = one_after_the_other();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    let is_whole = done.len() as u64 == count;
    is_whole.then(|| done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_numbers_on_any_number_of_threads() {
        let stop = StopSignal::new();
        let squares = |numbers: Range<u64>, threads: usize| {
            in_order(numbers, threads, &stop, |number| Some(number * number))
        };
        let expected: Vec<u64> = (5..100).map(|number| number * number).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(squares(5..100, threads).as_ref(), Some(&expected));
        }
        assert_eq!(squares(3..3, 4), Some(Vec::new()));
        stop.raise();
        assert_eq!(squares(5..100, 3), None);
    }

    #[test]
    #[should_panic(expected = "task 7")]
    fn a_panic_of_the_work_is_not_passed_over() {
        in_order(0..20, 4, &StopSignal::new(), |number| {
            assert!(number != 7, "task {number}");
            Some(())
        });
    }
}
