//! An engine as a child process: sends lines, and receives lines with the time at which they came. This module knows no
//! protocol.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_protocol::lines::LineSplitter;

use super::process_tree::ProcessTree;
use super::settings::EngineSpec;

/// Most chunks of output that wait to be received. When they are full, the pipe fills and blocks the engine.
const QUEUE: usize = 64;
/// Largest number of bytes read at once.
const BUFFER: usize = 1 << 14;
/// Time that an engine has to end by itself after `END`, as with the official manager.
const GRACE: Duration = Duration::from_millis(500);

/// The stream that a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// A line from the engine.
#[derive(Clone, Debug)]
pub struct Received {
    /// The line without its line end. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Its stream.
    pub stream: Stream,
    /// When it was read.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The timeout has passed.
    Timeout,
    /// The engine has closed its output, at the latest by ending.
    Closed,
}

/// A running engine. It is killed with all its descendants when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// Chunks of lines. Lines that were read at once arrive together.
    readings: Receiver<Vec<Received>>,
    /// Lines of a chunk that were not received yet.
    waiting: VecDeque<Received>,
    /// Set once the process has been reaped. Its process number must not be used after that.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts the engine.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let (program, arguments) = spec
            .command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A process group of its own: all descendants can be signalled, and only the runner gets an interrupt of the
        // terminal.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, readings) = sync_channel(QUEUE);
        if let Some(output) = child.stdout.take() {
            let sender = sender.clone();
            thread::spawn(move || forward(output, Stream::Output, &sender));
        }
        if let Some(errors) = child.stderr.take() {
            thread::spawn(move || forward(errors, Stream::Error, &sender));
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            readings,
            waiting: VecDeque::new(),
            status: None,
        })
    }

    /// The process and its descendants.
    pub fn tree(&self) -> ProcessTree {
        ProcessTree::new(self.child.id())
    }

    /// Sends whole lines with one write. If the engine has ended, this is noticed only when its answer is read.
    pub fn send(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            let _ = input
                .write_all(text.as_bytes())
                .and_then(|()| input.flush());
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line.
    ///
    /// # Errors
    /// [`Silence`] if no line comes before the timeout, or the output is closed.
    pub fn receive(&mut self, timeout: Duration) -> Result<Received, Silence> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Ok(line);
            }
            let reading = self.readings.recv_timeout(timeout);
            self.waiting.extend(reading.map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Timeout,
                RecvTimeoutError::Disconnected => Silence::Closed,
            })?);
        }
    }

    /// True if the engine's own process has ended. Its descendants may still run.
    pub fn is_gone(&self) -> bool {
        self.status.is_some() || self.tree().usage().is_none()
    }

    /// Kills the remaining processes of the engine. Returns the exit status of its own process.
    pub fn bury(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.tree().kill();
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// Sends `END`, waits for the engine to end, and kills it if it does not.
    pub fn end(mut self) {
        self.tree().resume();
        self.send("END\n");
        self.close_input();
        let deadline = Instant::now() + GRACE;
        // Both streams close when the engine ends, so polling is not needed.
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            if self.receive(left).is_err() {
                break;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.bury();
    }
}

/// Reads one stream to its end.
fn forward(mut source: impl Read, stream: Stream, readings: &SyncSender<Vec<Received>>) {
    let mut buffer = [0; BUFFER];
    let mut splitter = LineSplitter::new();
    loop {
        match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                let at = Instant::now();
                let mut lines = Vec::new();
                splitter.feed(&buffer[..length], |line| {
                    let text = String::from_utf8_lossy(line.bytes).into_owned();
                    lines.push(Received { text, stream, at });
                });
                if !lines.is_empty() && readings.send(lines).is_err() {
                    break;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
}
