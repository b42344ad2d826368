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

    use super::*;

    fn busy() -> Child {
        let shell = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn();
        shell.expect("a shell")
    }

    #[test]
    fn more_busy_processes_than_processors_wait() {
        let count = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        let mut all: Vec<Child> = (0..count).map(|_| busy()).collect();
        let numbers: Vec<u32> = all.iter().map(Child::id).collect();
        let before = ProcessorWaits::of(&numbers);
        assert_eq!(before.longest_since(&before), Duration::ZERO);
        while ProcessorWaits::of(&numbers).longest_since(&before) < Duration::from_millis(20) {
            std::thread::yield_now();
        }
        for child in &mut all {
            child.kill().expect("it runs");
            child.wait().expect("it has ended");
        }
    }
}
