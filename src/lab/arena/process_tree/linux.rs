//! Reads `/proc`, only the files of the tree's own processes and of the children of this process.

use std::fs;
use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill as send};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, SysconfVar, getpgid, sysconf};

use super::tree::{MARK_VARIABLE, ProcessTree, ProcessUsage, prefix};

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

/// A process can be told from others by its environment.
pub(super) const TELLS_MARKS: bool = true;
/// How often the engines of a process that has ended are looked for: one may be starting another at the time. A process
/// inside a call of the system ends after the call.
const ROUNDS: u32 = 200;
/// Time between two rounds.
const ROUND: Duration = Duration::from_millis(10);

/// Makes this process the parent of descendants whose own parent ends.
pub(super) fn adopt_orphans() {
    if let Err(error) = set_child_subreaper(true) {
        log::warn!("engines that leave their parent cannot be ended: {error}");
    }
}

impl ProcessTree {
    /// The present usage of the tree. `None` if its root process has ended, reaped or not.
    pub(crate) fn usage(&self) -> Option<ProcessUsage> {
        let page = unit(SysconfVar::PAGE_SIZE)?;
        let tick = unit(SysconfVar::CLK_TCK)?;
        let mut total = one(self.root, page, tick)?;
        for process in descendants(self) {
            if let Some(usage) = one(process, page, tick) {
                total.memory += usage.memory;
                total.processor += usage.processor;
            }
        }
        Some(total)
    }

    /// False if its root process has ended, reaped or not. This looks at that process alone.
    pub(crate) fn is_running(&self) -> bool {
        match stat(self.root) {
            Ok(stat) => fields(&stat).is_some_and(|fields| fields.first() != Some(&ZOMBIE)),
            // Another error, such as too many open files, tells nothing of the process.
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }

    pub(super) fn processes(&self) -> Vec<u32> {
        let mut all = descendants(self);
        all.push(self.root);
        all
    }

    /// Stops all processes.
    pub(crate) fn suspend(&self) {
        signal(self, Signal::SIGSTOP);
    }

    /// Resumes all processes.
    pub(crate) fn resume(&self) {
        signal(self, Signal::SIGCONT);
    }

    /// Kills all processes. The root must not have been reaped: its process number could already belong to another
    /// process. Returns the numbers of the descendants, for `ProcessTree::reap`.
    pub(crate) fn kill(&self) -> Vec<u32> {
        signal(self, Signal::SIGKILL)
    }

    /// Kills the descendants that have no parent any more, and reaps those that have ended. To be called after the root
    /// was reaped, with what [`ProcessTree::kill`] returned. Returns true when none is left.
    pub(crate) fn reap(&self, descendants: &mut Vec<u32>) -> bool {
        for orphan in orphans(self) {
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
}

/// Kills all engines of a process that has ended, wherever they are in the tree of processes.
pub(super) fn end_engines_of(process: u32) {
    for _ in 0..ROUNDS {
        let engines = marked_by(process);
        if engines.is_empty() {
            return;
        }
        for engine in engines {
            // An error means that it has ended.
            let _ = send(pid(engine), Signal::SIGKILL);
        }
        thread::sleep(ROUND);
    }
}

/// The running processes that bear a mark of this process, the services of wine left out.
fn marked_by(process: u32) -> Vec<u32> {
    let entry = format!("{MARK_VARIABLE}={}", prefix(process)).into_bytes();
    // In another namespace the number is that of another process.
    let namespace = |process: &str| fs::read_link(format!("/proc/{process}/ns/pid")).ok();
    let own = namespace("self");
    let Ok(all) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    all.filter_map(|one| one.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|other| {
            fs::read(format!("/proc/{other}/environ")).is_ok_and(|variables| {
                let mut variables = variables.split(|&byte| byte == 0);
                variables.any(|one| one.starts_with(&entry))
            }) && namespace(&other.to_string()) == own
                && !is_wine_service(*other)
        })
        .collect()
}

/// Sends a signal to the group and to every descendant outside it. Returns the descendants.
fn signal(tree: &ProcessTree, signal: Signal) -> Vec<u32> {
    let descendants = descendants(tree);
    tree.signal_group(signal);
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

/// Whether a descendant of this root belongs to its tree: all do but the services of wine.
fn belongs(process: u32, root: u32) -> bool {
    in_group(process, root) || !is_wine_service(process)
}

/// Whether the process is wine's server or a system process of wine, which serve the engines of all games.
fn is_wine_service(process: u32) -> bool {
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
    let mut known = vec![tree.root];
    known.extend(orphans(tree).filter(|&orphan| orphan != tree.root));
    let mut next = 0;
    while next < known.len() && known.len() < MAX_PROCESSES {
        let children = children(known[next]).into_iter();
        known.extend(children.filter(|&child| belongs(child, tree.root)));
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
            && belongs(child, root)
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
    let stat = stat(process).ok()?;
    let fields = fields(&stat)?;
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

/// The text of `/proc/PID/stat`. The system cuts the name of the program in it after 15 bytes, which may be within a letter.
fn stat(process: u32) -> io::Result<String> {
    let bytes = fs::read(format!("/proc/{process}/stat"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The fields of `/proc/PID/stat` after the name of the program, which may hold blanks.
fn fields(stat: &str) -> Option<Vec<&str>> {
    Some(stat.rsplit_once(')')?.1.split_whitespace().collect())
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
