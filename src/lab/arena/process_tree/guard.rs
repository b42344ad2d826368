//! Ends the engines of a process that is killed: a second process, the guard, waits at a pipe that only the first one holds.
//! The pipe breaks when that one ends, however it ends, and the guard then kills every process that bears its mark.
//!
//! The system can tell a process that its parent has ended (`PR_SET_PDEATHSIG`), but it takes the end of the thread that
//! started the process for that of the parent, and it does not reach the engine's own children.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};

#[cfg(not(target_os = "linux"))]
use super::elsewhere as platform;
#[cfg(target_os = "linux")]
use super::linux as platform;

/// The guard of this process. When it is dropped the guard ends; it then finds no engine of this process.
#[derive(Debug)]
pub struct EngineGuard(Child);

impl EngineGuard {
    /// Starts the guard by a command that calls [`end_engines_of`] with the number of this process and its own standard
    /// input. Returns `None` where the system does not tell the marks of other processes, as on anything but Linux.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(command: &mut Command) -> io::Result<Option<Self>> {
        if !platform::TELLS_MARKS {
            return Ok(None);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // An interrupt of the terminal is for this process alone, and a signal to its group must not reach the guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.spawn().map(|child| Some(Self(child)))
    }
}

impl Drop for EngineGuard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // It has nothing more to do.
        let _ = self.0.wait();
    }
}

/// Waits until `alive` ends, and then kills all engines that the process with this number has started.
pub fn end_engines_of(process: u32, mut alive: impl Read) {
    // Nothing is sent: an error means the same as the end.
    let _ = io::copy(&mut alive, &mut io::sink());
    platform::end_engines_of(process);
}
