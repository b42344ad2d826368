//! The clock of the browser.

use std::time::Duration;

use kagetsu_kernel::Clock;

#[expect(unsafe_code, reason = "a function of the worker")]
unsafe extern "C" {
    /// Milliseconds since the worker began.
    safe fn now() -> f64;
}

/// Time since the worker began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserClock;

impl Clock for BrowserClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default()
    }
}
