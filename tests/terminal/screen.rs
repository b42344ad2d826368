//! The program on a pseudo-terminal, and a model of a screen that shows what a person would see.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ExitStatus};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::tcgetattr;
use signal_hook::consts::SIGINT;
use signal_hook::flag::register_conditional_default;
use vt100::{Parser, Screen};

use super::{Fault, PROGRAM};
use kagetsu_test_support::process::PATIENCE;

/// How often it is looked at.
pub(crate) const PAUSE: Duration = Duration::from_millis(5);

/// Columns and rows of a screen.
pub(crate) type Size = (u16, u16);

/// A usual terminal.
pub(crate) const USUAL: Size = (80, 24);
/// One that is large enough for a board of 19 by 19.
pub(crate) const WIDE: Size = (100, 32);
/// One that has no room for a board.
pub(crate) const SMALL: Size = (30, 6);

/// Columns of a board of 15 by 15 with its row numbers.
const BOARD_COLUMNS: usize = 3 + 3 * 15;

pub(crate) const UP: &[u8] = b"\x1b[A";
pub(crate) const DOWN: &[u8] = b"\x1b[B";
pub(crate) const RIGHT: &[u8] = b"\x1b[C";
pub(crate) const LEFT: &[u8] = b"\x1b[D";
pub(crate) const ENTER: &[u8] = b"\r";
pub(crate) const CONTROL_C: &[u8] = b"\x03";

/// A terminal with the program on it. The program is ended when it is dropped.
pub(crate) struct Terminal {
    pty: Pty,
    /// Its other end. While it is open, the terminal keeps its settings when the program has left.
    _line: OwnedFd,
    child: Child,
    parser: Arc<Mutex<Parser>>,
    /// The settings of the line before the program was there.
    pub(crate) before: String,
}

fn pty_size((columns, rows): Size) -> pty_process::Size {
    pty_process::Size::new(rows, columns)
}

fn locked(parser: &Mutex<Parser>) -> MutexGuard<'_, Parser> {
    parser.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The settings of the line, for comparisons.
fn settings(pty: &Pty) -> Result<String, Fault> {
    Ok(format!("{:?}", tcgetattr(pty)?))
}

/// Lets the programs that are started from here hear Ctrl-C. Shells may let programs in the background ignore that signal, and
/// whatever these start inherits that. A signal that is caught here is not ignored there; it ends this process as usual.
fn hear_control_c() -> io::Result<()> {
    let always = Arc::new(AtomicBool::new(true));
    register_conditional_default(SIGINT, always)?;
    Ok(())
}

impl Terminal {
    /// Starts the game on a usual terminal.
    pub(crate) fn start(options: &[&str]) -> Result<Self, Fault> {
        Self::start_sized(USUAL, options)
    }

    /// Starts the game on a terminal of a size.
    pub(crate) fn start_sized(size: Size, options: &[&str]) -> Result<Self, Fault> {
        Self::start_command(size, &[&["play"], options].concat(), "C")
    }

    /// Starts any command of the program.
    pub(crate) fn start_command(
        size: Size,
        arguments: &[&str],
        locale: &str,
    ) -> Result<Self, Fault> {
        hear_control_c()?;
        let (pty, line) = open()?;
        pty.resize(pty_size(size))?;
        let before = settings(&pty)?;
        let (columns, rows) = (size.0.try_into()?, size.1.try_into()?);
        let parser = Arc::new(Mutex::new(Parser::new(rows, columns, 0)));
        let mut output = File::from(pty.as_fd().try_clone_to_owned()?);
        let shown = parser.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The output ends with the terminal.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                locked(&shown).process(&bytes[..count]);
            }
        });
        let kept = line.as_fd().try_clone_to_owned()?;
        let child = Command::new(PROGRAM)
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", locale)
            .spawn(line)?;
        Ok(Self {
            pty,
            _line: kept,
            child,
            parser,
            before,
        })
    }

    pub(crate) fn screen<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(locked(&self.parser).screen())
    }

    pub(crate) fn text(&self) -> String {
        self.screen(Screen::contents)
    }

    /// Looks at the screen until something is so.
    pub(crate) fn until(&self, what: &str, is_so: impl Fn(&Screen) -> bool) -> Result<(), Fault> {
        let begin = Instant::now();
        while !self.screen(&is_so) {
            if begin.elapsed() > PATIENCE {
                return Err(format!("never: {what}; the screen:\n{}", self.text()).into());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    pub(crate) fn shows(&self, text: &str) -> Result<(), Fault> {
        self.until(text, |screen| screen.contents().contains(text))
    }

    pub(crate) fn press(&mut self, key: &[u8]) -> Result<(), Fault> {
        Ok(self.pty.write_all(key)?)
    }

    /// Asks the program to end, as `kill` does.
    pub(crate) fn terminate(&self) -> Result<(), Fault> {
        let process = Pid::from_raw(self.child.id().try_into()?);
        Ok(kill(process, Signal::SIGTERM)?)
    }

    pub(crate) fn resize(&self, to: Size) -> Result<(), Fault> {
        locked(&self.parser).set_size(to.1.try_into()?, to.0.try_into()?);
        Ok(self.pty.resize(pty_size(to))?)
    }

    /// The settings of the line.
    pub(crate) fn settings(&self) -> Result<String, Fault> {
        settings(&self.pty)
    }

    /// Moves the cursor from one field to another. Rows are numbered from the top here.
    pub(crate) fn walk(&mut self, from: (u8, u8), to: (u8, u8)) -> Result<(), Fault> {
        for (begin, end, back, forth) in [(from.0, to.0, LEFT, RIGHT), (from.1, to.1, UP, DOWN)] {
            for _ in 0..begin.abs_diff(end) {
                self.press(if end < begin { back } else { forth })?;
            }
        }
        Ok(())
    }

    /// Number of stones on a board of 15 by 15.
    pub(crate) fn stones(&self) -> usize {
        let text = self.text();
        let board = text.lines().take(15);
        let is_stone = |&mark: &char| matches!(mark, 'X' | 'O');
        let row = |row: &str| row.chars().take(BOARD_COLUMNS).filter(is_stone).count();
        board.map(row).sum()
    }

    /// Waits until the program has ended.
    pub(crate) fn left(&mut self) -> Result<ExitStatus, Fault> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            if begin.elapsed() > PATIENCE {
                return Err("the program does not leave".into());
            }
            thread::sleep(PAUSE);
        }
    }

    /// Waits until the program has ended, successfully.
    pub(crate) fn ends(&mut self) -> Result<(), Fault> {
        let status = self.left()?;
        assert!(status.success(), "{status}");
        Ok(())
    }

    /// Leaves the screen, be the game over or not.
    pub(crate) fn leave(&mut self) -> Result<(), Fault> {
        self.press(b"quit\r")?;
        // The second word is not read where the first one has ended the program.
        let _ = self.press(b"quit\r");
        self.ends()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
