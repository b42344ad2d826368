//! Pins workers to processors. Child processes inherit the processors of the thread that starts them, so pinning a
//! worker also pins its engines.
//!
//! This works on Linux only. Elsewhere a request to pin is refused before the first game.

use std::io;

use kagetsu_kernel::counted;

/// Numbers of the processors of a worker.
pub(crate) type CpuSet = Vec<usize>;

/// Why workers cannot be pinned, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PinError(String);

/// Different processors for each of `workers` workers, `threads` for each. One hardware thread of every core is used
/// first, so that workers share a core only when there are too few cores.
///
/// # Errors
/// When there are too few, or the system cannot pin.
pub fn processors_for(workers: usize, threads: usize) -> Result<Vec<CpuSet>, PinError> {
    divide(
        &one_of_each_core_first(allowed()?, siblings),
        workers,
        threads,
    )
}

fn divide(processors: &[usize], workers: usize, threads: usize) -> Result<Vec<CpuSet>, PinError> {
    if processors.len() < workers.saturating_mul(threads) {
        return Err(PinError(format!(
            "{} of {} would take {} processors of their own, but only {} may be used: give a smaller --concurrency",
            counted(workers, "worker"),
            counted(threads, "thread"),
            workers.saturating_mul(threads),
            processors.len()
        )));
    }
    let sets = processors.chunks(threads).take(workers);
    Ok(sets.map(<[usize]>::to_vec).collect())
}

/// Moves processors to the end when an earlier one is on the same core.
fn one_of_each_core_first(
    allowed: Vec<usize>,
    siblings: impl Fn(usize) -> Vec<usize>,
) -> Vec<usize> {
    let (mut first, mut rest): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for processor in allowed {
        let core = siblings(processor);
        if first.iter().any(|earlier| core.contains(earlier)) {
            rest.push(processor);
        } else {
            first.push(processor);
        }
    }
    first.append(&mut rest);
    first
}

/// Reads a list of numbers and ranges as the kernel writes it, such as `0,4-6`. Malformed parts are ignored.
#[cfg_attr(
    not(any(target_os = "linux", test)),
    expect(dead_code, reason = "no other system writes such lists")
)]
fn parse_list(text: &str) -> Vec<usize> {
    text.trim()
        .split(',')
        .filter_map(|part| {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            Some(from.parse().ok()?..=to.parse().ok()?)
        })
        .flatten()
        .collect()
}

/// The processors that this process may use.
#[cfg(target_os = "linux")]
pub(super) fn allowed() -> Result<Vec<usize>, PinError> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;

    let set = sched_getaffinity(Pid::from_raw(0)).map_err(|error| {
        let error = io::Error::from(error);
        PinError(format!("cannot ask for the processors: {error}"))
    })?;
    let is_set = |&processor: &usize| set.is_set(processor).unwrap_or(false);
    Ok((0..CpuSet::count()).filter(is_set).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn allowed() -> Result<Vec<usize>, PinError> {
    let text = "workers can be pinned to processors on Linux only";
    Err(PinError(text.to_string()))
}

/// The processors of the same core. Empty if the kernel does not report them.
#[cfg(target_os = "linux")]
fn siblings(processor: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    std::fs::read_to_string(path).map_or_else(|_| Vec::new(), |text| parse_list(&text))
}

#[cfg(not(target_os = "linux"))]
fn siblings(_processor: usize) -> Vec<usize> {
    Vec::new()
}

/// Binds the calling thread, and all processes that it will start, to these processors.
#[cfg(target_os = "linux")]
pub(super) fn pin_this_thread(processors: &CpuSet) -> io::Result<()> {
    use nix::sched::sched_setaffinity;
    use nix::unistd::Pid;

    let mut set = nix::sched::CpuSet::new();
    for &processor in processors {
        set.set(processor)?;
    }
    Ok(sched_setaffinity(Pid::from_raw(0), &set)?)
}

/// Does nothing. [`processors_for`] fails on these systems, so there are no processors to bind to.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(super) fn pin_this_thread(_processors: &CpuSet) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_kernel_are_read() {
        assert_eq!(parse_list("0,4-6\n"), [0, 4, 5, 6]);
        assert_eq!(parse_list("3"), [3]);
        assert_eq!(parse_list("x,2"), [2]);
    }

    #[test]
    fn other_cores_come_before_second_threads() {
        // Cores {0, 1}, {2, 3}, {4}.
        let siblings = |processor: usize| vec![processor / 2 * 2, processor / 2 * 2 + 1];
        assert_eq!(
            one_of_each_core_first(vec![0, 1, 2, 3, 4], siblings),
            [0, 2, 4, 1, 3]
        );
        assert_eq!(
            one_of_each_core_first(vec![5, 7], |_| Vec::new()),
            [5, 7],
            "unknown cores"
        );
    }

    #[test]
    fn workers_share_no_processor_and_too_few_are_refused() {
        let sets = divide(&[0, 2, 4, 1, 3], 2, 2).expect("enough");
        assert_eq!(sets, [vec![0, 2], vec![4, 1]]);
        let error = divide(&[0, 1, 2], 2, 2).expect_err("too few").to_string();
        assert_eq!(
            error,
            "2 workers of 2 threads would take 4 processors of their own, but only 3 may be used: give a smaller --concurrency"
        );
        assert!(divide(&[0, 1, 2], usize::MAX, 2).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pinned_thread_may_use_no_other_processor() {
        let pinned = std::thread::spawn(|| {
            let sets = processors_for(1, 1).expect("at least one processor");
            pin_this_thread(&sets[0]).expect("an allowed processor");
            (sets[0].clone(), allowed().expect("processors"))
        });
        let (wanted, got) = pinned.join().expect("no panic");
        assert_eq!(wanted, got);
    }
}
