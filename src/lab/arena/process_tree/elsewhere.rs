//! Uses the `sysinfo` crate.

use std::iter;
use std::time::Duration;

#[cfg(unix)]
use nix::sys::signal::Signal;
use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use super::tree::{ProcessTree, ProcessUsage};

pub(super) const TELLS_MARKS: bool = false;
/// Most generations from an engine to a descendant that is counted.
const MAX_DEPTH: usize = 64;

pub(super) fn adopt_orphans() {}

pub(super) fn end_engines_of(_process: u32) {}

/// What the methods are for stands in `linux.rs`.
impl ProcessTree {
    pub(super) fn processes(&self) -> Vec<u32> {
        vec![self.root]
    }

    #[expect(clippy::unused_self, reason = "Linux tells the tree")]
    pub(crate) fn reap(&self, _descendants: &mut Vec<u32>) -> bool {
        true
    }

    pub(crate) fn is_running(&self) -> bool {
        let root = Pid::from_u32(self.root);
        let mut system = System::new();
        let wanted = ProcessRefreshKind::nothing();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[root]), true, wanted);
        let root = system.process(root);
        root.is_some_and(|process| process.status() != ProcessStatus::Zombie)
    }

    pub(crate) fn usage(&self) -> Option<ProcessUsage> {
        let mut system = System::new();
        let wanted = ProcessRefreshKind::nothing().with_memory().with_cpu();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, wanted);
        let root = Pid::from_u32(self.root);
        if system.process(root)?.status() == ProcessStatus::Zombie {
            return None;
        }
        // A number may be given again after its process has ended, so that parents can make a ring.
        let below = |process: Pid| {
            let parent = |&process: &Pid| system.process(process)?.parent();
            let mut line = iter::successors(Some(process), parent).take(MAX_DEPTH);
            line.any(|process| process == root)
        };
        let mut total = ProcessUsage::default();
        for (&process, info) in system.processes() {
            if below(process) {
                total.memory += info.memory();
                total.processor += Duration::from_millis(info.accumulated_cpu_time());
            }
        }
        Some(total)
    }
}

#[cfg(unix)]
impl ProcessTree {
    pub(crate) fn suspend(&self) {
        self.signal_group(Signal::SIGSTOP);
    }

    pub(crate) fn resume(&self) {
        self.signal_group(Signal::SIGCONT);
    }

    pub(crate) fn kill(&self) -> Vec<u32> {
        self.signal_group(Signal::SIGKILL);
        Vec::new()
    }
}

#[cfg(not(unix))]
impl ProcessTree {
    #[expect(clippy::unused_self, reason = "it acts on Unix")]
    pub(crate) fn suspend(&self) {}

    #[expect(clippy::unused_self, reason = "it acts on Unix")]
    pub(crate) fn resume(&self) {}

    pub(crate) fn kill(&self) -> Vec<u32> {
        let root = Pid::from_u32(self.root);
        let mut system = System::new();
        let wanted = ProcessRefreshKind::nothing();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, wanted);
        let children: Vec<Pid> = system
            .processes()
            .iter()
            .filter(|(_, info)| info.parent() == Some(root))
            .map(|(&process, _)| process)
            .collect();
        for process in children.into_iter().chain([root]) {
            if let Some(info) = system.process(process) {
                info.kill();
            }
        }
        Vec::new()
    }
}
