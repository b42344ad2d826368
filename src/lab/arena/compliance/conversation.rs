//! The conversation with an engine under examination, the same in every protocol: lines, silence, and the end of the
//! process.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_kernel::StopSignal;

use super::super::brain::ProcessEnd;
use super::super::process::{CLOSED, Process, Silence, Stream};
use super::super::process_tree::ProcessTree;
use super::super::settings::EngineSpec;
use super::super::transcript::{Transcript, Writer};
use super::stopwatch::Stopwatch;

/// Longest time for an answer that has no limit of its own, the start of the process included.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// Longest time to end: managers kill an engine that needs longer.
pub(super) const END_LIMIT: Duration = Duration::from_millis(700);
/// Interval at which a process whose output is closed is looked at.
const END_TICK: Duration = Duration::from_millis(1);
/// Accepted overrun of a time limit. What a [`Stopwatch`] excuses is accepted as well.
const TOLERANCE: Duration = Duration::from_millis(250);

/// Time for which the engine must send nothing.
const QUIET: Duration = Duration::from_millis(300);
/// The failure of a check that was broken off.
const INTERRUPTED: &str = "interrupted";

/// Why a check is not passed: one sentence.
pub(super) type Failure = String;

/// What is examined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    /// The engine.
    pub(super) spec: &'a EngineSpec,
    /// Breaks the examination off.
    pub(super) stop: &'a StopSignal,
    /// Receives what is said.
    pub(super) transcript: &'a SharedTranscript,
}

/// What was said by and to all processes of a check.
pub(super) type SharedTranscript = Rc<RefCell<Transcript>>;

/// A running engine.
#[derive(Debug)]
pub(super) struct Conversation {
    process: Process,
    stop: StopSignal,
    transcript: SharedTranscript,
    errors: usize,
    /// Time of the last answer.
    took: Duration,
}

impl Conversation {
    /// Starts the engine and sends nothing.
    pub(super) fn start(subject: Subject<'_>) -> Result<Self, Failure> {
        let process =
            Process::start(subject.spec).map_err(|error| format!("cannot be started: {error}"))?;
        Ok(Self {
            process,
            stop: subject.stop.clone(),
            transcript: Rc::clone(subject.transcript),
            errors: 0,
            took: Duration::ZERO,
        })
    }

    /// Sends lines as they are, with one line end behind them.
    pub(super) fn say(&mut self, text: &str) {
        self.say_raw(&format!("{text}\n"));
    }

    /// Sends bytes as they are.
    pub(super) fn say_raw(&mut self, text: &str) {
        for line in text.lines() {
            self.transcript.borrow_mut().add(Writer::Manager, line);
        }
        self.process.send(text);
    }

    /// The processes of the engine.
    pub(super) const fn tree(&self) -> &ProcessTree {
        self.process.tree()
    }

    /// Number of lines that it has written to its standard error.
    pub(super) const fn errors(&self) -> usize {
        self.errors
    }

    /// The next line that `parse` understands; others are passed over. `None` if none comes in time.
    ///
    /// # Errors
    /// When the process has ended, or has closed its output, or has written something without a line end instead.
    pub(super) fn next<T>(
        &mut self,
        patience: Duration,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        match (self.hear(patience, parse)?, self.process.unfinished()) {
            (None, Some(text)) => Err(format!("wrote '{text}' without a line end")),
            (found, _) => Ok(found),
        }
    }

    /// As [`Conversation::next`], where the engine need not say anything.
    fn hear<T>(
        &mut self,
        patience: Duration,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let mut stopwatch = Stopwatch::start(&self.process);
        loop {
            if self.stop.is_raised() {
                return Err(INTERRUPTED.into());
            }
            let left = patience.saturating_sub(stopwatch.until(Instant::now()));
            let now = match stopwatch.receive(&mut self.process, left) {
                Ok(line) if line.stream == Stream::Error => {
                    self.transcript
                        .borrow_mut()
                        .add(Writer::EngineError, &line.text);
                    self.errors += 1;
                    line.at
                }
                Ok(line) => {
                    self.transcript.borrow_mut().add(Writer::Engine, &line.text);
                    if let Some(found) = parse(&line.text) {
                        stopwatch.sample(&self.process);
                        self.took = stopwatch.until(line.at);
                        return Ok(Some(found));
                    }
                    line.at
                }
                Err(Silence::Timeout) => Instant::now(),
                Err(Silence::Closed) if self.process.ends_soon() => {
                    let end = ProcessEnd {
                        status: self.process.kill_and_reap(),
                        last_words: self.process.unfinished(),
                    };
                    return Err(format!("it has ended without being told to: {end}"));
                }
                Err(Silence::Closed) => return Err(CLOSED.into()),
            };
            if stopwatch.until(now) >= patience {
                return Ok(None);
            }
        }
    }

    /// Checks that no line which `parse` understands comes for a while.
    ///
    /// # Errors
    /// When one comes; `parse` gives its text.
    pub(super) fn stays_quiet(
        &mut self,
        parse: impl Fn(&str) -> Option<String>,
    ) -> Result<(), Failure> {
        match self.hear(QUIET, parse)? {
            None => Ok(()),
            Some(line) => Err(format!("said '{line}' without being asked")),
        }
    }

    /// Checks that the last answer, which is a move, has come within this limit.
    pub(super) fn was_within(&self, limit: Duration) -> Result<(), Failure> {
        if self.took <= limit + TOLERANCE {
            return Ok(());
        }
        let (took, limit) = (self.took.as_millis(), limit.as_millis());
        Err(format!("took {took} ms for a move of at most {limit} ms"))
    }

    /// Closes its standard input.
    pub(super) fn hang_up(&mut self) {
        self.process.close_input();
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    /// When the process is still running after [`END_LIMIT`], and not because the machine has kept it from running.
    pub(super) fn ends(&mut self) -> Result<(), Failure> {
        let mut stopwatch = Stopwatch::start(&self.process);
        loop {
            let left = END_LIMIT.saturating_sub(stopwatch.until(Instant::now()));
            // A program that goes on talking goes on running, and one that has closed its output may.
            if let Err(Silence::Closed) = stopwatch.receive(&mut self.process, left) {
                if self.process.is_gone() {
                    return Ok(());
                }
                thread::sleep(END_TICK);
            }
            if stopwatch.until(Instant::now()) >= END_LIMIT {
                return Err(format!("still runs after {} ms", END_LIMIT.as_millis()));
            }
        }
    }
}

/// The first line of a request, for a failure.
pub(super) fn first_line(text: &str) -> String {
    kagetsu_kernel::quote(text.lines().next().unwrap_or_default())
}
