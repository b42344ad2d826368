//! How many requests and listeners somebody may have. Each address has a bucket of requests for each kind of person,
//! which fills again with time, so that nobody takes the server from the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kagetsu_kernel::Clock;

use crate::table::Who;

/// Requests at once, and requests a second.
#[derive(Clone, Copy)]
struct Rate {
    burst: f64,
    a_second: f64,
}

/// Buckets that are kept for each kind of person, so that many people without a key take none from the players; full ones are
/// forgotten first.
const BUCKETS: usize = 4_096;

/// What each kind of person may ask for.
const fn rate(who: Option<Who>) -> Rate {
    let (burst, a_second) = match who {
        Some(Who::Owner) => (400.0, 200.0),
        Some(Who::Guest(_)) => (60.0, 10.0),
        // All of one address together: an audience may sit behind one router.
        Some(Who::Spectator) => (800.0, 100.0),
        // A wrong secret or none.
        None => (30.0, 2.0),
    };
    Rate { burst, a_second }
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Duration,
}

impl Bucket {
    fn fill(&mut self, rate: Rate, now: Duration) {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.a_second).min(rate.burst);
        self.at = now;
    }
}

/// The buckets of all.
#[derive(Debug)]
pub(super) struct Limits {
    clock: Arc<dyn Clock>,
    buckets: Mutex<HashMap<Option<Who>, HashMap<IpAddr, Bucket>>>,
}

impl Limits {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        let buckets = Mutex::default();
        Self { clock, buckets }
    }

    /// Counts a request; `false` when it is one too many.
    pub(super) fn takes(&self, from: IpAddr, who: Option<Who>) -> bool {
        let now = self.clock.now();
        let rate = rate(who);
        let mut all = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let buckets = all.entry(who).or_default();
        if buckets.len() >= BUCKETS {
            buckets.retain(|_, bucket| {
                bucket.fill(rate, now);
                bucket.left < rate.burst
            });
        }
        if buckets.len() >= BUCKETS && !buckets.contains_key(&from) {
            return false;
        }
        let full = Bucket {
            left: rate.burst,
            at: now,
        };
        let bucket = buckets.entry(from).or_insert(full);
        bucket.fill(rate, now);
        let taken = bucket.left >= 1.0;
        if taken {
            bucket.left -= 1.0;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again_and_others_have_their_own() {
        let clock = Arc::new(FakeClock::new());
        let limits = Limits::new(clock.clone());
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let burst = rate(None).burst as usize;
        assert!((0..burst).all(|_| limits.takes(one, None)));
        assert!(!limits.takes(one, None));
        assert!(limits.takes(other, None) && limits.takes(one, Some(Who::Guest(0))));
        clock.advance(Duration::from_secs(1));
        assert!(limits.takes(one, None) && limits.takes(one, None));
        assert!(!limits.takes(one, None));
    }

    #[test]
    fn many_addresses_fill_neither_the_memory_nor_the_place_of_players() {
        let clock = Arc::new(FakeClock::new());
        let limits = Limits::new(clock.clone());
        let address = |number: usize| IpAddr::from((number as u32).to_be_bytes());
        for number in 0..2 * BUCKETS {
            limits.takes(address(number), None);
        }
        let kept = |who| limits.buckets.lock().expect("nobody panicked")[&who].len();
        assert!(kept(None) <= BUCKETS);
        assert!(!limits.takes(address(3 * BUCKETS), None));
        for who in [Who::Owner, Who::Guest(1), Who::Spectator] {
            assert!(limits.takes(address(3 * BUCKETS), Some(who)), "{who:?}");
        }
        clock.advance(Duration::from_secs(60));
        assert!(limits.takes(address(3 * BUCKETS), None));
    }
}
