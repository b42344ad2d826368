//! What the processes of an engine use.

use std::time::Duration;

/// Memory and processor time of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Private memory of the processes, in bytes.
    pub memory: u64,
    /// Processor time of all processes so far.
    pub processor: Duration,
}
