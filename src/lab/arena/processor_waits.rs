//! How long the threads of processes have been ready to run while no processor was free for them. Only Linux tells it, in
//! the file `schedstat` of each thread.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// For each thread, by its number, how long it has waited for a processor since its start. Empty where the system does not
/// tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessorWaits(HashMap<u32, Duration>);

impl ProcessorWaits {
    /// The waits so far of all threads of these processes.
    pub(crate) fn of(processes: &[u32]) -> Self {
        let folders = processes
            .iter()
            .filter_map(|process| fs::read_dir(format!("/proc/{process}/task")).ok());
        let waits = folders
            .flatten()
            .filter_map(|thread| wait_of(&thread.ok()?));
        Self(waits.collect())
    }

    /// The longest wait of one thread since an earlier reading.
    pub(crate) fn longest_since(&self, earlier: &Self) -> Duration {
        let waited = self.0.iter().map(|(thread, &now)| {
            let before = earlier.0.get(thread).copied().unwrap_or_default();
            now.saturating_sub(before)
        });
        waited.max().unwrap_or_default()
    }
}

/// Number and wait of a thread. The second number of its `schedstat` is the wait in nanoseconds.
fn wait_of(thread: &fs::DirEntry) -> Option<(u32, Duration)> {
    let number = thread.file_name().to_str()?.parse().ok()?;
    let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
    let waited = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((number, Duration::from_nanos(waited)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Child, Command};
    use std::time::Instant;

    use super::*;

    /// How long anything may take. No test depends on less.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A process that works until it is dropped, or for a minute.
    struct Busy(Child);

    impl Busy {
        fn start() -> Self {
            let script = "ulimit -t 60; while :; do :; done";
            let shell = Command::new("sh").args(["-c", script]).spawn();
            Self(shell.expect("a shell"))
        }
    }

    impl Drop for Busy {
        fn drop(&mut self) {
            // It may have ended already.
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[test]
    fn more_busy_processes_than_processors_wait() {
        let count = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        let all: Vec<Busy> = (0..count).map(|_| Busy::start()).collect();
        let numbers: Vec<u32> = all.iter().map(|busy| busy.0.id()).collect();
        let before = ProcessorWaits::of(&numbers);
        assert_eq!(before.longest_since(&before), Duration::ZERO);
        if before == ProcessorWaits::default() {
            // This system does not tell it.
            return;
        }
        let begin = Instant::now();
        while ProcessorWaits::of(&numbers).longest_since(&before) < Duration::from_millis(20) {
            assert!(begin.elapsed() < PATIENCE, "none of them has waited");
            std::thread::yield_now();
        }
    }
}
