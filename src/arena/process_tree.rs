//! A process and all its descendants: measures their memory and processor time, and suspends, resumes and kills them
//! together.
//!
//! On Linux the memory is the private part of every process, read from `/proc`. Elsewhere it is the resident size.
//! Suspending works on Unix only. Elsewhere it does nothing.

use std::time::Duration;

/// Memory and processor time of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Private memory of the processes, in bytes.
    pub memory: u64,
    /// Processor time of all processes so far.
    pub processor: Duration,
}

/// A process that leads a group of its own, and its descendants.
#[derive(Clone, Copy, Debug)]
pub struct ProcessTree {
    root: u32,
}

impl ProcessTree {
    /// The tree below the process with this number.
    pub const fn new(root: u32) -> Self {
        Self { root }
    }

    /// The present usage of the tree. `None` if its root process has ended, reaped or not.
    pub fn usage(self) -> Option<ProcessUsage> {
        platform::usage(self.root)
    }

    /// Stops all processes of the group.
    pub fn suspend(self) {
        platform::suspend(self.root);
    }

    /// Resumes all processes of the group.
    pub fn resume(self) {
        platform::resume(self.root);
    }

    /// Kills all processes of the group, including the leader's descendants. The leader must not have been reaped: its
    /// process number could already belong to another process.
    pub fn kill(self) {
        platform::kill(self.root);
    }
}

#[cfg(unix)]
mod group {
    //! Signals to a process group.

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    fn send(root: u32, signal: Signal) {
        if let Ok(root) = i32::try_from(root) {
            // An error means that the group has ended.
            let _ = killpg(Pid::from_raw(root), signal);
        }
    }

    pub(super) fn suspend(root: u32) {
        send(root, Signal::SIGSTOP);
    }

    pub(super) fn resume(root: u32) {
        send(root, Signal::SIGCONT);
    }

    pub(super) fn kill(root: u32) {
        send(root, Signal::SIGKILL);
    }
}

#[cfg(target_os = "linux")]
mod platform {
    //! Reads `/proc`, only the files of the tree's own processes.

    use std::fs;
    use std::time::Duration;

    use nix::unistd::{SysconfVar, sysconf};

    use super::ProcessUsage;
    pub(super) use super::group::{kill, resume, suspend};

    /// Indices of fields of `/proc/PID/stat` after the name of the program: user and system time in clock ticks
    /// (proc(5)).
    const USER_TIME: usize = 11;
    const SYSTEM_TIME: usize = 12;
    /// State of a process that has ended but has not been reaped.
    const ZOMBIE: &str = "Z";
    /// Largest number of processes that are counted.
    const MAX_PROCESSES: usize = 256;

    pub(super) fn usage(root: u32) -> Option<ProcessUsage> {
        let page = unit(SysconfVar::PAGE_SIZE)?;
        let tick = unit(SysconfVar::CLK_TCK)?;
        let mut total = one(root, page, tick)?;
        let mut known = vec![root];
        let mut next = 0;
        while next < known.len() && known.len() < MAX_PROCESSES {
            let parent = known[next];
            for child in children(parent) {
                if let Some(usage) = one(child, page, tick) {
                    total.memory += usage.memory;
                    total.processor += usage.processor;
                    known.push(child);
                }
            }
            next += 1;
        }
        Some(total)
    }

    fn unit(name: SysconfVar) -> Option<u64> {
        sysconf(name).ok().flatten()?.try_into().ok()
    }

    fn one(process: u32, page: u64, tick: u64) -> Option<ProcessUsage> {
        // Sizes in pages: total, resident, and the part of the resident size that is shared or backed by files.
        let sizes = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let mut sizes = sizes.split_whitespace().skip(1).map(str::parse::<u64>);
        let (resident, shared) = (sizes.next()?.ok()?, sizes.next()?.ok()?);
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        if fields.first() == Some(&ZOMBIE) {
            return None;
        }
        let ticks: u64 = [USER_TIME, SYSTEM_TIME]
            .iter()
            .filter_map(|&field| fields.get(field)?.parse::<u64>().ok())
            .sum();
        Some(ProcessUsage {
            memory: resident.saturating_sub(shared) * page,
            processor: Duration::from_secs_f64(ticks as f64 / tick as f64),
        })
    }

    fn children(process: u32) -> Vec<u32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
            return Vec::new();
        };
        threads
            .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
            .flat_map(|list| {
                list.split_whitespace()
                    .filter_map(|number| number.parse().ok())
                    .collect::<Vec<u32>>()
            })
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    //! Uses the `sysinfo` crate.

    use std::time::Duration;

    use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

    use super::ProcessUsage;
    #[cfg(unix)]
    pub(super) use super::group::{kill, resume, suspend};

    pub(super) fn usage(root: u32) -> Option<ProcessUsage> {
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
    pub(super) fn suspend(_root: u32) {}

    #[cfg(not(unix))]
    pub(super) fn resume(_root: u32) {}

    #[cfg(not(unix))]
    pub(super) fn kill(root: u32) {
        let mut system = System::new();
        let root = Pid::from_u32(root);
        system.refresh_processes_specifics(
            ProcessesToUpdate::All,
            true,
            ProcessRefreshKind::nothing(),
        );
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
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn shell(script: &str) -> Child {
        Command::new("sh")
            .args(["-c", script])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell")
    }

    #[test]
    fn a_group_is_killed_with_its_descendants() {
        use std::io::Read;
        let mut child = shell("sleep 1000 & sleep 1000 & echo ready; wait");
        let tree = ProcessTree::new(child.id());
        let mut output = child.stdout.take().expect("a pipe");
        let mut word = [0; 6];
        output.read_exact(&mut word).expect("the shell speaks");
        assert!(tree.usage().expect("it runs").memory > 0);
        tree.kill();
        // The pipe closes only when the last of the three processes has ended.
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).expect("the pipe closes");
        while tree.usage().is_some() {
            std::thread::yield_now();
        }
        child.wait().expect("it has ended");
    }

    #[test]
    fn a_suspended_process_uses_no_time() {
        let mut child = shell("while :; do :; done");
        let tree = ProcessTree::new(child.id());
        let used = || tree.usage().expect("it runs").processor;
        while used() == Duration::ZERO {
            std::thread::yield_now();
        }
        tree.suspend();
        // Stopping is asynchronous, and the clock counts in hundredths: wait until the usage no longer changes.
        let mut before = used();
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let now = used();
            if now == before {
                break;
            }
            before = now;
        }
        tree.resume();
        while used() == before {
            std::thread::yield_now();
        }
        tree.kill();
        child.wait().expect("it has ended");
    }
}
