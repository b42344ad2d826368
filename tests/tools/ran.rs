//! The program with arguments.

use std::io;
use std::path::Path;
use std::process::Command;

use kagetsu_test_support::ran::Ran;

/// Where the program lies.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-kagetsu");

/// The program.
pub(crate) fn program() -> Command {
    Command::new(PROGRAM)
}

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What it has left after a run with arguments.
pub(crate) fn run(arguments: &[&str]) -> io::Result<Ran> {
    Ran::of(program().args(arguments))
}

/// The same, for words without blanks and with the names of files in a folder.
pub(crate) fn run_in(folder: &Path, line: &str) -> io::Result<Ran> {
    Ran::of(program().args(line.split_whitespace()).current_dir(folder))
}

/// The same as [`run`], with an input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> io::Result<Ran> {
    Ran::with_input(program().args(arguments), input)
}

/// What runs have left that a signal has ended.
#[cfg(unix)]
mod signals {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    use kagetsu_test_support::process::PATIENCE;
    use kagetsu_test_support::ran::INTERRUPTED;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use super::{Path, Ran, io, program};

    /// Between two looks, so that the processor is left to the run.
    const POLL: Duration = Duration::from_millis(1);

    /// What a run as of [`run_in`](super::run_in) has left that is sent a signal after a wait.
    fn after(wait: impl FnOnce(), signal: Signal, folder: &Path, line: &str) -> io::Result<Ran> {
        let mut command = program();
        let child = command
            .args(line.split_whitespace())
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        wait();
        let number = i32::try_from(child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(number), signal)?;
        Ok(Ran::left(&command, &child.wait_with_output()?))
    }

    /// Interrupts a run as soon as something is so.
    pub(crate) fn interrupted_when(
        is_time: impl Fn() -> bool,
        folder: &Path,
        line: &str,
    ) -> io::Result<Ran> {
        let wait = || {
            let begin = Instant::now();
            // The run is ended in any case.
            while !is_time() && begin.elapsed() < PATIENCE {
                thread::sleep(POLL);
            }
        };
        Ok(after(wait, Signal::SIGINT, folder, line)?.ends(INTERRUPTED))
    }

    /// Interrupts runs with these words, each later than the one before, until one has made enough. Before the program
    /// listens to the signal it is killed by it. Shells let programs in the background ignore the signal of Ctrl-C, but not
    /// this one.
    pub(crate) fn interrupted_until(
        is_enough: impl Fn(&Ran) -> io::Result<bool>,
        folder: &Path,
        line: &str,
    ) -> io::Result<()> {
        const FIRST: Duration = Duration::from_millis(50);
        for doublings in 0..12 {
            let wait = || thread::sleep(FIRST * (1 << doublings));
            let ran = after(wait, Signal::SIGTERM, folder, line)?;
            if ran.code.is_some() && is_enough(&ran.ends(INTERRUPTED))? {
                return Ok(());
            }
        }
        Err(io::Error::other("no run has made enough"))
    }
}

#[cfg(unix)]
pub(crate) use signals::{interrupted_until, interrupted_when};
