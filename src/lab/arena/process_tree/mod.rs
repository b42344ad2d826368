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

#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod guard;
#[cfg(target_os = "linux")]
mod linux;
mod tree;

use std::process::Command;

#[cfg(not(target_os = "linux"))]
use elsewhere as platform;
#[cfg(target_os = "linux")]
use linux as platform;

pub use guard::{EngineGuard, end_engines_of};
pub(crate) use tree::{ProcessMark, ProcessTree, ProcessUsage};

use tree::MARK_VARIABLE;

use super::processor_waits::ProcessorWaits;

impl ProcessMark {
    /// Marks the process that the command will start, and all its descendants.
    pub(crate) fn put_on(&self, command: &mut Command) {
        platform::adopt_orphans();
        command.env(MARK_VARIABLE, &self.0);
    }
}

impl ProcessTree {
    /// How long each thread of the tree has been ready to run so far while no processor was free for it. Empty where the
    /// system does not tell, as on anything but Linux.
    pub(crate) fn waits(&self) -> ProcessorWaits {
        ProcessorWaits::of(&self.processes())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use std::time::{Duration, Instant};

    use super::*;

    /// How long anything may take. No test depends on less.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Waits until something is so.
    fn until(mut is_so: impl FnMut() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            assert!(begin.elapsed() < PATIENCE, "it does not become so");
            std::thread::yield_now();
        }
    }

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
        assert!(tree.is_running());
        tree.kill();
        // The pipe closes only when the last of the three processes has ended.
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).expect("the pipe closes");
        until(|| !tree.is_running());
        assert_eq!(tree.usage(), None);
        child.wait().expect("it has ended");
    }

    #[test]
    fn a_suspended_process_uses_no_time() {
        let (mut child, tree) = shell("while :; do :; done");
        let used = || tree.usage().expect("it runs").processor;
        until(|| used() != Duration::ZERO);
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
        until(|| used() != before);
        tree.kill();
        child.wait().expect("it has ended");
    }

    /// The name that the shell takes has two bytes for each letter, and the system cuts it after 15.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_whose_name_is_cut_within_a_letter_is_running_and_measured() {
        use std::io::Read;
        let script = "printf 'движокрен' > /proc/$$/comm; echo ready; exec 1>&-; read line";
        let (mut child, tree) = shell(script);
        let mut output = child.stdout.take().expect("a pipe");
        output
            .read_to_end(&mut Vec::new())
            .expect("the pipe closes");
        assert!(tree.is_running());
        assert!(tree.usage().expect("it runs").memory > 0);
        tree.kill();
        child.wait().expect("it has ended");
        assert!(!tree.is_running());
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
        until(|| memory(&tree) > memory(&leader_alone));
        let mut descendants = tree.kill();
        child.wait().expect("it has ended");
        until(|| tree.reap(&mut descendants));
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
            until(|| tree.reap(&mut descendants));
            drop(input);
            assert_eq!(
                lines.next().expect("a line").expect("text"),
                "end",
                "{name}"
            );
        }
    }
}
