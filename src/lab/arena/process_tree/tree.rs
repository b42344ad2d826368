//! A process tree: what tells the processes of an engine from all others, which is the root of their tree and a variable of
//! their environment, and what they use.

use std::process;
use std::time::Duration;

use kagetsu_kernel::rng::drawn_seed;

/// The variable that every process of an engine inherits.
pub(super) const MARK_VARIABLE: &str = "KAGETSU_ENGINE_MARK";

/// What tells the processes of one engine from all others, wherever they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProcessMark(pub(super) String);

impl ProcessMark {
    /// A mark that no other engine of this machine has.
    pub(crate) fn new() -> Self {
        Self(format!("{}{:016x}", prefix(process::id()), drawn_seed()))
    }
}

/// The beginning of the marks that the process with this number makes.
pub(super) fn prefix(process: u32) -> String {
    format!("{process}-")
}

/// A process that leads a group of its own, and its descendants.
#[derive(Clone, Debug)]
pub(crate) struct ProcessTree {
    pub(super) root: u32,
    #[cfg_attr(
        not(target_os = "linux"),
        expect(
            dead_code,
            reason = "only Linux tells the environment of other processes"
        )
    )]
    pub(super) mark: ProcessMark,
}

impl ProcessTree {
    /// The tree below the process with this number, which was started with the mark.
    pub(crate) const fn new(root: u32, mark: ProcessMark) -> Self {
        Self { root, mark }
    }

    /// Sends a signal to the process group of the root.
    #[cfg(unix)]
    pub(super) fn signal_group(&self, signal: nix::sys::signal::Signal) {
        if let Ok(root) = i32::try_from(self.root) {
            // An error means that the group has ended.
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(root), signal);
        }
    }
}

/// Memory and processor time of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessUsage {
    /// Private memory of the processes, in bytes.
    pub(crate) memory: u64,
    /// Processor time of all processes so far.
    pub(crate) processor: Duration,
}
