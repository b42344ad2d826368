//! Clocks behind a trait, so that time management can be tested without waiting.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock. Readings count from a start that only the clock knows.
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

/// No clock: time does not pass. Searches that something else bounds find the same on every machine with it.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that a test sets. It can also advance with each reading.
#[derive(Debug, Default)]
pub struct FakeClock {
    micros: AtomicU64,
    step_micros: u64,
}

impl FakeClock {
    /// A clock that does not advance by itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// A clock that advances by `step` at every reading.
    pub fn stepping(step: Duration) -> Self {
        Self {
            micros: AtomicU64::new(0),
            step_micros: step.as_micros() as u64,
        }
    }

    /// Advances the clock.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fake_clock_moves_only_as_it_is_told() {
        let clock = FakeClock::new();
        assert_eq!(clock.now(), clock.now());
        clock.advance(Duration::from_millis(5));
        assert_eq!(clock.now(), Duration::from_millis(5));
        let stepping = FakeClock::stepping(Duration::from_millis(2));
        assert!(stepping.now() < stepping.now());
    }
}
