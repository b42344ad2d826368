//! An engine as a child process: sends lines, and receives lines with the time at which they came. This module knows no
//! protocol.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use kagetsu_kernel::line_host::{InputLine, LineSplitter};
use kagetsu_kernel::quote;

use super::process_tree::{ProcessMark, ProcessTree};
use super::settings::EngineSpec;

/// Most chunks of output that wait to be received. When they are full, the pipe fills and blocks the engine.
const QUEUE: usize = 64;
/// Largest number of bytes read at once.
const BUFFER: usize = 1 << 14;
/// Time that an engine has to end by itself after its farewell, as with the official manager, or after its output was closed.
const GRACE: Duration = Duration::from_millis(500);
/// Time that the system has to end a killed process. A process inside a call of the system ends after the call.
const KILL_WAIT: Duration = Duration::from_secs(2);
/// Interval at which a process that ends is looked at.
const KILL_TICK: Duration = Duration::from_millis(1);
/// What is wrong with an engine whose process goes on without an output.
pub(crate) const CLOSED: &str = "it closed its output, but its process goes on";

/// How Windows starts a process in a group of its own, to which Ctrl-C in the console does not go.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// The stream that a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// A line from the engine.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    /// The line without its line end. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Its stream.
    pub stream: Stream,
    /// When it was read.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The timeout has passed.
    Timeout,
    /// The engine has closed its output, at the latest by ending.
    Closed,
}

/// What a thread that reads from the engine passes on.
#[derive(Debug)]
enum Reading {
    /// Lines that were read at once.
    Lines(Vec<Received>),
    /// The end of standard output.
    OutputEnd,
}

/// A running engine. It is killed with all its descendants when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Lines for the thread that writes to the engine: an engine that does not read blocks that thread alone.
    input: Option<Sender<String>>,
    readings: Receiver<Reading>,
    /// Splits standard output into lines.
    output: Arc<Mutex<LineSplitter>>,
    /// Lines that were read together with the last one that was received.
    waiting: VecDeque<Received>,
    /// When the end of standard output was seen.
    closed: Option<Instant>,
    /// Set once the process has been reaped. Its process number must not be used after that.
    status: Option<ExitStatus>,
    tree: ProcessTree,
}

/// Starts the threads that read from an engine, and the one that writes to it.
fn forward_all(
    child: &mut Child,
    sender: &SyncSender<Reading>,
    splitter: &Arc<Mutex<LineSplitter>>,
) -> io::Result<Option<Sender<String>>> {
    if let Some(output) = child.stdout.take() {
        let (sender, splitter) = (sender.clone(), Arc::clone(splitter));
        Builder::new().spawn(move || forward(output, Stream::Output, &sender, &splitter))?;
    }
    if let Some(errors) = child.stderr.take() {
        let sender = sender.clone();
        Builder::new().spawn(move || forward(errors, Stream::Error, &sender, &Mutex::default()))?;
    }
    let Some(mut pipe) = child.stdin.take() else {
        return Ok(None);
    };
    let (lines, waiting) = channel::<String>();
    Builder::new().spawn(move || {
        // The pipe breaks when the engine ends.
        while let Ok(text) = waiting.recv() {
            if pipe.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    })?;
    Ok(Some(lines))
}

impl Process {
    /// Starts the engine.
    pub(crate) fn start(spec: &EngineSpec) -> io::Result<Self> {
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
        let mark = ProcessMark::new();
        mark.put_on(&mut command);
        // A process group of its own: all descendants can be signalled, and only the runner gets an interrupt of the
        // terminal.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let (sender, readings) = sync_channel(QUEUE);
        let output = Arc::default();
        let started = forward_all(&mut child, &sender, &output);
        let mut process = Self {
            input: None,
            tree: ProcessTree::new(child.id(), mark),
            child,
            readings,
            output,
            waiting: VecDeque::new(),
            closed: None,
            status: None,
        };
        // An engine that nobody hears ends with its process.
        process.input = started?;
        Ok(process)
    }

    /// The process and its descendants.
    pub(crate) const fn tree(&self) -> &ProcessTree {
        &self.tree
    }

    /// Sends whole lines with one write, and does not wait for the engine to read them. If the engine has ended, this is
    /// noticed only when its answer is read.
    pub(crate) fn send(&mut self, text: &str) {
        if let Some(input) = &self.input {
            // An error means that the engine has ended.
            let _ = input.send(text.to_string());
        }
    }

    /// Closes the engine's input after what was sent.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line. After the end of standard output these are the last lines of standard error, for a moment: they tell
    /// why an engine has ended.
    ///
    /// # Errors
    /// [`Silence`] if no line comes before the timeout, or standard output is closed.
    pub(crate) fn receive(&mut self, timeout: Duration) -> Result<Received, Silence> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Ok(line);
            }
            if self.closed.is_some_and(|since| since.elapsed() >= GRACE) {
                return Err(Silence::Closed);
            }
            match self.readings.recv_timeout(timeout) {
                Ok(Reading::Lines(lines)) => self.waiting.extend(lines),
                Ok(Reading::OutputEnd) => self.closed = Some(Instant::now()),
                Err(RecvTimeoutError::Timeout) if self.closed.is_none() => {
                    return Err(Silence::Timeout);
                }
                Err(_) => return Err(Silence::Closed),
            }
        }
    }

    /// What the engine has written behind its last whole line, quoted. `None` for blanks alone.
    pub(crate) fn unfinished(&self) -> Option<String> {
        let bytes = split(&self.output).unfinished().to_vec();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        (!text.is_empty()).then(|| quote(text))
    }

    /// True if the engine's own process has ended. Its descendants may still run.
    pub(crate) fn is_gone(&self) -> bool {
        self.status.is_some() || !self.tree().is_running()
    }

    /// Waits a moment for the end of the engine's own process, whose output is closed: an output closes before its process has
    /// ended. Returns whether it has ended; an engine can close its output and live on.
    pub(crate) fn ends_soon(&self) -> bool {
        self.ends_before(Instant::now() + GRACE)
    }

    /// Waits for the end of the engine's own process, and returns whether it came before the deadline.
    fn ends_before(&self, deadline: Instant) -> bool {
        while !self.is_gone() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(KILL_TICK);
        }
        true
    }

    /// Kills the remaining processes of the engine. Returns the exit status of its own process, or `None` when the
    /// system has not ended it in time.
    pub(crate) fn kill_and_reap(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            let mut descendants = self.tree.kill();
            // An engine that has left its process group gets no signal to the group.
            let _ = self.child.kill();
            let deadline = Instant::now() + KILL_WAIT;
            while self.status.is_none() && Instant::now() < deadline {
                self.status = self.child.try_wait().ok().flatten();
                if self.status.is_none() {
                    thread::sleep(KILL_TICK);
                }
            }
            while self.status.is_some()
                && !self.tree.reap(&mut descendants)
                && Instant::now() < deadline
            {
                thread::sleep(KILL_TICK);
            }
        }
        self.status
    }

    /// Sends the line that ends the engine, waits for it to end, and kills it if it does not.
    pub(crate) fn end(mut self, farewell: &str) {
        self.tree().resume();
        self.send(farewell);
        self.close_input();
        let deadline = Instant::now() + GRACE;
        // What it still writes is read: a full pipe would keep it from ending.
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            if self.receive(left).is_err() {
                break;
            }
        }
        // It may have closed its output before its work is done.
        self.ends_before(deadline);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_and_reap();
    }
}

/// Access to what splits a stream. No thread panics while it has it.
fn split(splitter: &Mutex<LineSplitter>) -> MutexGuard<'_, LineSplitter> {
    splitter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads one stream to its end.
fn forward(
    mut source: impl Read,
    stream: Stream,
    readings: &SyncSender<Reading>,
    splitter: &Mutex<LineSplitter>,
) {
    let received = |line: InputLine<'_>, at: Instant| {
        let text = String::from_utf8_lossy(line.bytes).into_owned();
        Received { text, stream, at }
    };
    let mut buffer = [0; BUFFER];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                let at = Instant::now();
                let mut lines = Vec::new();
                split(splitter).feed(&buffer[..length], |line| lines.push(received(line, at)));
                if !lines.is_empty() && readings.send(Reading::Lines(lines)).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let end = match stream {
        // What has no line end may be a part of an answer.
        Stream::Output => Reading::OutputEnd,
        // The last words of a program often have none.
        Stream::Error => {
            let mut last = Vec::new();
            split(splitter).finish(|line| last.push(received(line, Instant::now())));
            Reading::Lines(last)
        }
    };
    // Nobody may be listening any more.
    let _ = readings.send(end);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// How long a line may take. No test depends on less.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn shell(script: &str) -> Process {
        let command = ["sh", "-c", script].map(str::to_string).to_vec();
        Process::start(&EngineSpec::new("shell", command)).expect("a shell")
    }

    #[test]
    fn an_engine_that_never_reads_does_not_block_the_runner() {
        let mut process = shell("echo ready; exec sleep 1000");
        let first = process.receive(PATIENCE).expect("a line");
        assert_eq!(first.text, "ready");
        // Far more than a pipe holds.
        process.send(&"x".repeat(4 << 20));
        process.send("END\n");
        assert!(process.kill_and_reap().is_some());
    }

    #[test]
    fn the_last_words_of_an_engine_are_heard_without_their_line_end() {
        let mut process = shell("printf '7,8'; printf 'no memory is left' >&2; exit 1");
        let last = process.receive(PATIENCE).expect("a line");
        assert_eq!(last.stream, Stream::Error);
        assert_eq!(last.text, "no memory is left");
        assert_eq!(process.receive(PATIENCE).err(), Some(Silence::Closed));
        assert_eq!(process.unfinished().as_deref(), Some("7,8"));
    }

    #[test]
    fn what_was_sent_arrives_before_the_input_is_closed() {
        let mut process = shell("cat");
        process.send("one\ntwo\n");
        process.close_input();
        for expected in ["one", "two"] {
            let line = process.receive(PATIENCE).expect("a line");
            assert_eq!(line.text, expected);
        }
    }
}
