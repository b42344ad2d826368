//! How many threads work side by side, and what stops them.

use kagetsu_kernel::StopSignal;

/// How many threads work, and what stops them.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// Threads that work at the same time.
    pub threads: usize,
    /// Stops them.
    pub stop: &'a StopSignal,
}
