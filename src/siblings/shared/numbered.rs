//! Numbered tasks on several threads. The result does not depend on the number of threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

/// The results of a task for each of the numbers, in the order of the numbers. The thread of the caller is one of the
/// `threads`. Where the system starts fewer threads, fewer work. A panic of a task goes on in the thread of the caller.
pub fn map_numbers<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    task: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return done;
            }
            done.push((number, task(number)));
        }
    };
    let helpers = numbers
        .end
        .saturating_sub(numbers.start)
        .min(threads as u64)
        .saturating_sub(1);
    let mut done = thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map_while(|_| Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut done = work();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_numbers_on_any_number_of_threads() {
        let expected: Vec<u64> = (5..100).map(|number| number * number).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(
                map_numbers(5..100, threads, |number| number * number),
                expected
            );
        }
        assert!(map_numbers(3..3, 4, |number| number).is_empty());
    }

    #[test]
    #[should_panic(expected = "task 7")]
    fn a_panic_of_a_task_is_not_passed_over() {
        map_numbers(0..20, 4, |number| assert!(number != 7, "task {number}"));
    }
}
