//! An engine as a child process: lines in, lines out with the moment at which they came. It knows no protocol.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_protocol::lines::LineSplitter;

use super::process_tree::ProcessTree;
use super::settings::EngineSpec;

/// Readings that wait at most: beyond, the engine's own pipe fills and holds it back.
const QUEUE: usize = 64;
/// Bytes read at once.
const BUFFER: usize = 1 << 14;
/// How long an engine has to end by itself after `END`; the official manager gives as much.
const GRACE: Duration = Duration::from_millis(500);

/// From which stream a line came.
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
    /// The line without its end; bytes that are no text are replaced.
    pub text: String,
    /// Its stream.
    pub stream: Stream,
    /// When it was read.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time is over.
    Timeout,
    /// The engine has closed its output, which it does at the latest when it ends.
    Closed,
}

/// A running engine. It is killed with all its descendants when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// What was read at once comes at once: a second line of it is there as soon as the first.
    readings: Receiver<Vec<Received>>,
    /// Lines of a reading that nobody has asked for yet.
    waiting: VecDeque<Received>,
    /// Set once the process has been reaped; its number must not be used any more.
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
        // A group of its own: all descendants can be reached, and an interrupt at the terminal is left to the runner.
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

    /// Sends whole lines with one write. An engine that is gone is found out when its answer is read.
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
    /// [`Silence`], when there is none until the time is over.
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

    /// Has the engine's own process ended? Its descendants may live on.
    pub fn is_gone(&self) -> bool {
        self.status.is_some() || self.tree().usage().is_none()
    }

    /// Kills what is left of the engine and tells how its own process ended.
    pub fn bury(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.tree().kill();
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// Tells the engine to end and sees to it that it does.
    pub fn end(mut self) {
        self.tree().resume();
        self.send("END\n");
        self.close_input();
        let deadline = Instant::now() + GRACE;
        // Both streams close when the engine ends: nothing has to be polled.
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
