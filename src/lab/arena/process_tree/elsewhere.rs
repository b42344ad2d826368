//! Uses the `sysinfo` crate.

use std::time::Duration;

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use super::tree::{ProcessTree, ProcessUsage};

pub(super) const TELLS_MARKS: bool = false;

pub(super) fn adopt_orphans() {}

pub(super) fn end_engines_of(_process: u32) {}

pub(super) fn processes(tree: &ProcessTree) -> Vec<u32> {
    vec![tree.root]
}

pub(super) fn reap(_tree: &ProcessTree, _descendants: &mut Vec<u32>) -> bool {
    true
}

#[cfg(unix)]
pub(super) fn suspend(tree: &ProcessTree) {
    tree.signal_group(nix::sys::signal::Signal::SIGSTOP);
}

#[cfg(unix)]
pub(super) fn resume(tree: &ProcessTree) {
    tree.signal_group(nix::sys::signal::Signal::SIGCONT);
}

#[cfg(unix)]
pub(super) fn kill(tree: &ProcessTree) -> Vec<u32> {
    tree.signal_group(nix::sys::signal::Signal::SIGKILL);
    Vec::new()
}

pub(super) fn is_running(tree: &ProcessTree) -> bool {
    let root = Pid::from_u32(tree.root);
    let mut system = System::new();
    let wanted = ProcessRefreshKind::nothing();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[root]), true, wanted);
    let root = system.process(root);
    root.is_some_and(|process| process.status() != ProcessStatus::Zombie)
}

pub(super) fn usage(tree: &ProcessTree) -> Option<ProcessUsage> {
    let root = tree.root;
    let mut system = System::new();
    let wanted = ProcessRefreshKind::nothing().with_memory().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, wanted);
    let root = Pid::from_u32(root);
    if system.process(root)?.status() == ProcessStatus::Zombie {
        return None;
    }
    let below = |mut process: Pid| loop {
        if process == root {
            return true;
        }
        match system.process(process).and_then(sysinfo::Process::parent) {
            Some(parent) if parent != process => process = parent,
            _ => return false,
        }
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

#[cfg(not(unix))]
pub(super) fn suspend(_tree: &ProcessTree) {}

#[cfg(not(unix))]
pub(super) fn resume(_tree: &ProcessTree) {}

#[cfg(not(unix))]
pub(super) fn kill(tree: &ProcessTree) -> Vec<u32> {
    let root = tree.root;
    let mut system = System::new();
    let root = Pid::from_u32(root);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
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
