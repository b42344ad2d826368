//! The time that an engine takes, less the time for which a busy machine has kept the engine or the examiner from running.

use std::time::{Duration, Instant};

use super::super::process::{Process, Received, Silence};
use super::super::processor_waits::ProcessorWaits;

/// Interval at which the examiner wakes up and reads how long the engine has waited for a processor. It is short because the
/// system forgets the waiting time of a thread that ends.
const SAMPLE: Duration = Duration::from_millis(20);
/// Threads of the examiner on the way from a request to its answer: one writes and one reads. Each may wake up as late as
/// the one that waits for the answer.
const EXAMINERS_THREADS: u32 = 2;
/// The most that is excused. A longer wait may be the engine's own fault: its threads can keep one another from running.
const MOST_EXCUSED: Duration = Duration::from_secs(1);

/// Measures from its start.
#[derive(Debug)]
pub(super) struct Stopwatch {
    begun: Instant,
    /// The waits of the engine's threads at the start.
    before: ProcessorWaits,
    /// The longest time for which a thread of the engine has waited for a processor.
    engine_waited: Duration,
    /// The longest time by which the examiner has woken up too late.
    examiner_late: Duration,
    woken: Instant,
    sampled: Instant,
}

impl Stopwatch {
    pub(super) fn start(process: &Process) -> Self {
        Self::begin(process.tree().waits())
    }

    fn begin(before: ProcessorWaits) -> Self {
        let begun = Instant::now();
        Self {
            begun,
            before,
            engine_waited: Duration::ZERO,
            examiner_late: Duration::ZERO,
            woken: begun,
            sampled: begun,
        }
    }

    /// The time that the engine has taken up to this moment.
    pub(super) fn until(&self, at: Instant) -> Duration {
        let excused = self.engine_waited + self.examiner_late * EXAMINERS_THREADS;
        at.saturating_duration_since(self.begun)
            .saturating_sub(excused.min(MOST_EXCUSED))
    }

    /// As [`Process::receive`], for a short time at most.
    pub(super) fn receive(
        &mut self,
        process: &mut Process,
        left: Duration,
    ) -> Result<Received, Silence> {
        let timeout = left.min(SAMPLE);
        let received = process.receive(timeout);
        self.wake(Instant::now(), timeout);
        if self.sampled.elapsed() >= SAMPLE {
            self.sample(process);
        }
        received
    }

    /// Reads how long the engine has waited for a processor.
    pub(super) fn sample(&mut self, process: &Process) {
        let waited = process.tree().waits().longest_since(&self.before);
        self.engine_waited = self.engine_waited.max(waited);
        self.sampled = Instant::now();
    }

    /// The examiner, which meant to sleep no longer than `timeout`, is awake.
    fn wake(&mut self, now: Instant, timeout: Duration) {
        let late = now.saturating_duration_since(self.woken + timeout);
        self.examiner_late = self.examiner_late.max(late);
        self.woken = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examiners_own_delay_is_not_the_engines() {
        let mut stopwatch = Stopwatch::begin(ProcessorWaits::default());
        let begun = stopwatch.begun;
        let at = |milliseconds| begun + Duration::from_millis(milliseconds);
        // In time, or earlier because a line has come.
        stopwatch.wake(at(20), SAMPLE);
        stopwatch.wake(at(25), SAMPLE);
        assert_eq!(stopwatch.until(at(700)), Duration::from_millis(700));
        stopwatch.wake(at(25 + 20 + 100), SAMPLE);
        assert_eq!(stopwatch.until(at(700)), Duration::from_millis(500));
        // A shorter delay adds nothing: only the longest one is excused.
        stopwatch.wake(at(145 + 20 + 60), SAMPLE);
        assert_eq!(stopwatch.until(at(700)), Duration::from_millis(500));
        assert_eq!(stopwatch.until(at(100)), Duration::ZERO);
        stopwatch.engine_waited = Duration::from_secs(60);
        assert_eq!(stopwatch.until(at(3000)), Duration::from_secs(2));
    }
}
