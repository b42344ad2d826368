//! Runs the program as a manager does: sends bytes, reads lines, and leaves no process running.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long anything may take before the engine counts as stuck. No test depends on less.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What the engine says next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line without its end.
    Line(String),
    /// The engine has closed its output.
    End,
}

/// A running program. It is killed when it is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<Vec<u8>>>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(program: &str, arguments: &[&str]) -> io::Result<Self> {
        Self::of(Command::new(program).args(arguments))
    }

    /// Starts a command.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn of(command: &mut Command) -> io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let mut error_output = child.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let line = text.strip_suffix('\n').map_or_else(
                    || format!("{text} (without a line end)"),
                    ToString::to_string,
                );
                if sender.send(line).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            // What could be read is as much as can be known.
            let _ = error_output.read_to_end(&mut bytes);
            bytes
        });
        Ok(Self {
            child,
            input: Some(input),
            lines,
            errors: Some(errors),
        })
    }

    /// Sends bytes as they are. A broken pipe is no error here: an engine may leave when it is told to.
    ///
    /// # Errors
    /// When writing fails for another reason.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        match input.write_all(bytes).and_then(|()| input.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, or the end of the output.
    ///
    /// # Errors
    /// When nothing comes for [`PATIENCE`].
    pub fn hear(&self) -> io::Result<Heard> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Ok(Heard::Line(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => Err(io::Error::other("the engine says nothing")),
        }
    }

    /// Waits for the engine to leave; its status and what it wrote to standard error.
    ///
    /// # Errors
    /// When it does not leave within [`PATIENCE`].
    pub fn wait(&mut self) -> io::Result<(ExitStatus, String)> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                let bytes = self
                    .errors
                    .take()
                    .and_then(|thread| thread.join().ok())
                    .unwrap_or_default();
                return Ok((status, String::from_utf8_lossy(&bytes).into_owned()));
            }
            if begin.elapsed() > PATIENCE {
                return Err(io::Error::other("the engine does not leave"));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
