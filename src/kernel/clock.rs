//! Reading time through a trait, so that every time policy can be tested without waiting.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock; readings count from a start that only the clock knows.
pub trait Clock: Debug + Send + Sync {
    /// The current reading.
    fn now(&self) -> Duration;
}

/// Real time.
#[derive(Clone, Copy, Debug)]
pub struct WallClock {
    origin: Instant,
}

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self {
            origin: Instant::now(),
        }
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }
}

/// A clock that a test moves by hand; it can also advance by itself with each reading.
#[derive(Debug, Default)]
pub struct FakeClock {
    micros: AtomicU64,
    step_micros: u64,
}

impl FakeClock {
    /// A clock that stands still until it is moved.
    pub fn new() -> Self {
        Self::default()
    }

    /// A clock that moves on by `step` at every reading.
    pub fn stepping(step: Duration) -> Self {
        Self {
            micros: AtomicU64::new(0),
            step_micros: step.as_micros() as u64,
        }
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.micros
            .fetch_add(by.as_micros() as u64, Ordering::Relaxed);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.micros.fetch_add(self.step_micros, Ordering::Relaxed))
    }
}

/// A moment on a clock after which something must have ended.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'c> {
    clock: &'c dyn Clock,
    at: Duration,
}

impl<'c> Deadline<'c> {
    /// The moment at which `clock` reads `at`.
    pub const fn new(clock: &'c dyn Clock, at: Duration) -> Self {
        Self { clock, at }
    }

    /// Has the moment come?
    pub fn has_passed(&self) -> bool {
        self.clock.now() >= self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_passes_when_the_clock_reaches_it() {
        let clock = FakeClock::new();
        let deadline = Deadline::new(&clock, Duration::from_millis(5));
        assert!(!deadline.has_passed());
        clock.advance(Duration::from_millis(5));
        assert!(deadline.has_passed());
    }
}
