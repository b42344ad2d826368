//! How many threads work side by side, and what stops them.

pub(crate) use kagetsu_kernel::in_order;

use kagetsu_kernel::StopSignal;

/// How many threads work, and what stops them.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// Threads that work at the same time.
    pub threads: usize,
    /// Stops them.
    pub stop: &'a StopSignal,
}
