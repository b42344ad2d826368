//! Signals to a process group.

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

pub(super) fn send(root: u32, signal: Signal) {
    if let Ok(root) = i32::try_from(root) {
        // An error means that the group has ended.
        let _ = killpg(Pid::from_raw(root), signal);
    }
}
