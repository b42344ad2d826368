//! A process and all its descendants: measures their memory and processor time, and suspends, resumes and kills them
//! together.
//!
//! On Linux the memory is the private part of every process, read from `/proc`. A descendant may leave the process
//! group, the session and even its parent: the runner then becomes its parent, and knows it by a variable of its
//! environment. Elsewhere the memory is the resident size, and only the process group is signalled. Suspending works on
//! Unix only. Elsewhere it does nothing.
//!
//! Under wine the first engine starts a server and system processes, which then serve the engines of all games and end by
//! themselves after the last of them. They belong to no tree: an engine stands still while its server is suspended, and
//! for ever when the end of another game has killed it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::process::{self, Command};
use std::time::Duration;

use super::processor_waits::ProcessorWaits;

/// The variable that every process of an engine inherits.
const MARK_VARIABLE: &str = "KAGETSU_ENGINE_MARK";

/// Memory and processor time of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Private memory of the processes, in bytes.
    pub memory: u64,
    /// Processor time of all processes so far.
    pub processor: Duration,
}

/// What tells the processes of one engine from all others, wherever they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessMark(String);

impl ProcessMark {
    /// A mark that no other engine of this machine has.
    pub fn new() -> Self {
        let random = RandomState::new().build_hasher().finish();
        Self(format!("{}-{random:016x}", process::id()))
    }

    /// Marks the process that the command will start, and all its descendants.
    pub fn put_on(&self, command: &mut Command) {
        platform::adopt_orphans();
        command.env(MARK_VARIABLE, &self.0);
    }
}

impl Default for ProcessMark {
    fn default() -> Self {
        Self::new()
    }
}

/// A process that leads a group of its own, and its descendants.
#[derive(Clone, Debug)]
pub struct ProcessTree {
    root: u32,
    #[cfg_attr(
        not(target_os = "linux"),
        expect(
            dead_code,
            reason = "only Linux tells the environment of other processes"
        )
    )]
    mark: ProcessMark,
}

impl ProcessTree {
    /// The tree below the process with this number, which was started with the mark.
    pub const fn new(root: u32, mark: ProcessMark) -> Self {
        Self { root, mark }
    }

    /// The present usage of the tree. `None` if its root process has ended, reaped or not.
    pub fn usage(&self) -> Option<ProcessUsage> {
        platform::usage(self)
    }

    /// How long each thread of the tree has been ready to run so far while no processor was free for it. Empty where the
    /// system does not tell, as on anything but Linux.
    pub fn waits(&self) -> ProcessorWaits {
        ProcessorWaits::of(&platform::processes(self))
    }

    /// Stops all processes.
    pub fn suspend(&self) {
        platform::suspend(self);
    }

    /// Resumes all processes.
    pub fn resume(&self) {
        platform::resume(self);
    }

    /// Kills all processes. The root must not have been reaped: its process number could already belong to another
    /// process. Returns the numbers of the descendants, for [`ProcessTree::reap`].
    pub fn kill(&self) -> Vec<u32> {
        platform::kill(self)
    }

    /// Kills the descendants that have no parent any more, and reaps those that have ended. To be called after the root
    /// was reaped, with what [`ProcessTree::kill`] returned. Returns true when none is left.
    pub fn reap(&self, descendants: &mut Vec<u32>) -> bool {
        platform::reap(self, descendants)
    }
}

#[cfg(unix)]
mod group {
    //! Signals to a process group.

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    pub(super) fn send(root: u32, signal: Signal) {
        if let Ok(root) = i32::try_from(root) {
            // An error means that the group has ended.
            let _ = killpg(Pid::from_raw(root), signal);
        }
    }
}

#[cfg(target_os = "linux")]
mod platform {
    //! Reads `/proc`, only the files of the tree's own processes and of the children of this process.

    use std::fs;
    use std::process;
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::sys::prctl::set_child_subreaper;
    use nix::sys::signal::{Signal, kill as send};
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::{Pid, SysconfVar, getpgid, sysconf};

    use super::{MARK_VARIABLE, ProcessTree, ProcessUsage, group};

    /// Indices of fields of `/proc/PID/stat` after the name of the program: user and system time in clock ticks
    /// (proc(5)).
    const USER_TIME: usize = 11;
    const SYSTEM_TIME: usize = 12;
    /// State of a process that has ended but has not been reaped.
    const ZOMBIE: &str = "Z";
    /// Largest number of processes that are counted.
    const MAX_PROCESSES: usize = 256;
    /// Beginning of the file name of wine's server, which may end with the width of its words.
    const WINE_SERVER: &[u8] = b"wineserver";
    /// Folder of wine's system processes, in lower case: the command line of such a process begins with it.
    const WINE_SYSTEM_FOLDER: &[u8] = b"c:\\windows\\system32\\";

    /// Makes this process the parent of descendants whose own parent ends.
    pub(super) fn adopt_orphans() {
        if let Err(error) = set_child_subreaper(true) {
            log::warn!("engines that leave their parent cannot be ended: {error}");
        }
    }

    pub(super) fn usage(tree: &ProcessTree) -> Option<ProcessUsage> {
        let page = unit(SysconfVar::PAGE_SIZE)?;
        let tick = unit(SysconfVar::CLK_TCK)?;
        let mut total = one(tree.root, page, tick)?;
        for process in descendants(tree) {
            if let Some(usage) = one(process, page, tick) {
                total.memory += usage.memory;
                total.processor += usage.processor;
            }
        }
        Some(total)
    }

    pub(super) fn processes(tree: &ProcessTree) -> Vec<u32> {
        let mut all = descendants(tree);
        all.push(tree.root);
        all
    }

    pub(super) fn suspend(tree: &ProcessTree) {
        signal(tree, Signal::SIGSTOP);
    }

    pub(super) fn resume(tree: &ProcessTree) {
        signal(tree, Signal::SIGCONT);
    }

    pub(super) fn kill(tree: &ProcessTree) -> Vec<u32> {
        signal(tree, Signal::SIGKILL)
    }

    pub(super) fn reap(tree: &ProcessTree, descendants: &mut Vec<u32>) -> bool {
        for orphan in orphans(tree) {
            let _ = send(pid(orphan), Signal::SIGKILL);
            if !descendants.contains(&orphan) {
                descendants.push(orphan);
            }
        }
        descendants.retain(|&process| {
            match waitpid(pid(process), Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => true,
                // It may still have a parent that is about to end, or another one has reaped it.
                Err(Errno::ECHILD) => fs::exists(format!("/proc/{process}")).unwrap_or(false),
                _ => false,
            }
        });
        descendants.is_empty()
    }

    /// Sends a signal to the group and to every descendant outside it. Returns the descendants.
    fn signal(tree: &ProcessTree, signal: Signal) -> Vec<u32> {
        let descendants = descendants(tree);
        group::send(tree.root, signal);
        for &process in &descendants {
            if !in_group(process, tree.root) {
                // An error means that it has ended.
                let _ = send(pid(process), signal);
            }
        }
        descendants
    }

    /// Whether the process is in the group that this root leads.
    fn in_group(process: u32, root: u32) -> bool {
        getpgid(Some(pid(process))) == Ok(pid(root))
    }

    /// Whether the process is wine's server or a system process of wine, which serve the engines of all games.
    fn serves_all_of_wine(process: u32) -> bool {
        let Ok(line) = fs::read(format!("/proc/{process}/cmdline")) else {
            return false;
        };
        let program = line.split(|&byte| byte == 0).next().unwrap_or_default();
        let name = program.rsplit(|&byte| byte == b'/').next();
        name.is_some_and(|name| name.starts_with(WINE_SERVER))
            || program.to_ascii_lowercase().starts_with(WINE_SYSTEM_FOLDER)
    }

    const fn pid(process: u32) -> Pid {
        Pid::from_raw(process as i32)
    }

    /// All processes of the tree but its root.
    fn descendants(tree: &ProcessTree) -> Vec<u32> {
        let own = |&process: &u32| in_group(process, tree.root) || !serves_all_of_wine(process);
        let mut known = vec![tree.root];
        known.extend(orphans(tree).filter(|&orphan| orphan != tree.root));
        let mut next = 0;
        while next < known.len() && known.len() < MAX_PROCESSES {
            known.extend(children(known[next]).into_iter().filter(own));
            next += 1;
        }
        known.split_off(1)
    }

    /// The children of this process that have the mark of the tree and have not ended, its root among them.
    fn orphans(tree: &ProcessTree) -> impl Iterator<Item = u32> {
        let entry = format!("{MARK_VARIABLE}={}", tree.mark.0).into_bytes();
        let root = tree.root;
        children(process::id()).into_iter().filter(move |&child| {
            fs::read(format!("/proc/{child}/environ"))
                .is_ok_and(|variables| variables.split(|&byte| byte == 0).any(|one| one == entry))
                && (in_group(child, root) || !serves_all_of_wine(child))
        })
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

    use super::{ProcessTree, ProcessUsage};

    pub(super) fn adopt_orphans() {}

    pub(super) fn processes(tree: &ProcessTree) -> Vec<u32> {
        vec![tree.root]
    }

    pub(super) fn reap(_tree: &ProcessTree, _descendants: &mut Vec<u32>) -> bool {
        true
    }

    #[cfg(unix)]
    pub(super) fn suspend(tree: &ProcessTree) {
        super::group::send(tree.root, nix::sys::signal::Signal::SIGSTOP);
    }

    #[cfg(unix)]
    pub(super) fn resume(tree: &ProcessTree) {
        super::group::send(tree.root, nix::sys::signal::Signal::SIGCONT);
    }

    #[cfg(unix)]
    pub(super) fn kill(tree: &ProcessTree) -> Vec<u32> {
        super::group::send(tree.root, nix::sys::signal::Signal::SIGKILL);
        Vec::new()
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
        Vec::new()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn shell(script: &str) -> (Child, ProcessTree) {
        let mark = ProcessMark::new();
        let mut command = Command::new("sh");
        mark.put_on(&mut command);
        let child = command
            .args(["-c", script])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let tree = ProcessTree::new(child.id(), mark);
        (child, tree)
    }

    #[test]
    fn a_group_is_killed_with_its_descendants() {
        use std::io::Read;
        let (mut child, tree) = shell("sleep 1000 & sleep 1000 & echo ready; wait");
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
        let (mut child, tree) = shell("while :; do :; done");
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

    /// The shell starts a process in a session of its own and ends: that process has no parent and no group in common
    /// with it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_descendant_that_left_its_session_and_its_parent_is_counted_and_killed() {
        use std::io::Read;
        let (mut child, tree) = shell(
            "setsid sh -c '(echo ready; exec sleep 1000) & exit'; echo done; exec sleep 1000",
        );
        let mut output = child.stdout.take().expect("a pipe");
        let mut words = [0; 11];
        output.read_exact(&mut words).expect("both speak");
        let leader_alone = ProcessTree::new(child.id(), ProcessMark::new());
        let memory = |tree: &ProcessTree| tree.usage().expect("it runs").memory;
        while memory(&tree) <= memory(&leader_alone) {
            std::thread::yield_now();
        }
        let mut descendants = tree.kill();
        child.wait().expect("it has ended");
        while !tree.reap(&mut descendants) {
            std::thread::yield_now();
        }
        // The pipe closes only when the last process has ended.
        output
            .read_to_end(&mut Vec::new())
            .expect("the pipe closes");
    }
    /// Processes that look like those of wine and have a session of their own, as wine's have.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_serves_all_engines_under_wine_is_left_alone() {
        use std::io::{BufRead, BufReader};
        for name in [
            "/usr/lib/wine/wineserver64",
            r"C:\windows\system32\services.exe",
        ] {
            // It says its number, and "end" when its input closes.
            let (mut child, tree) = shell(&format!(
                r#"exec 3<&0; setsid bash -c 'exec -a "$0" sh -c "echo \$\$; read line <&3; echo end"' '{name}' & exec sleep 1000"#
            ));
            let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
            let server = lines.next().expect("a line").expect("text");
            let command = std::fs::read(format!("/proc/{server}/cmdline")).expect("it runs");
            assert!(command.starts_with(name.as_bytes()), "{command:?}");
            tree.suspend();
            let mut descendants = tree.kill();
            let input = child.stdin.take();
            child.wait().expect("it has ended");
            while !tree.reap(&mut descendants) {
                std::thread::yield_now();
            }
            drop(input);
            assert_eq!(
                lines.next().expect("a line").expect("text"),
                "end",
                "{name}"
            );
        }
    }
}
