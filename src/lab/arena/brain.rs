//! One conversation with an engine, from the manager's side: requests, answers, their time, and
//! their faults.

use std::fmt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use kagetsu_kernel::{StopSignal, quote};

use super::game_log::GameLog;
use super::memory_limit::MemoryLimit;
use super::process::{CLOSED, Process, Received, Silence, Stream};
use super::process_tree::ProcessUsage;
use super::protocol::Protocol;
use super::remark;
use super::settings::{EngineSpec, GameSettings, Idle};
use super::transcript::{Transcript, Writer};
use kagetsu_notation::record::{FaultKind, Remark};

/// Interval at which the process and the stop signal are checked while an answer is awaited.
const TICK: Duration = Duration::from_millis(100);
/// Shortest time between two measurements of the memory while an answer is awaited: each reads files of all processes of
/// the engine.
const MEMORY_INTERVAL: Duration = Duration::from_millis(500);
/// Time for which an engine is watched after its limit, to tell a late answer from a missing one.
const LATE_WATCH: Duration = Duration::from_secs(1);
/// A process is still at work if it used at least this part (one in `BUSY_PART`) of the watch as processor time, the time
/// for which it found no free processor included.
const BUSY_PART: u32 = 10;
/// Bytes that an engine may write for one request.
const MAX_OUTPUT: usize = 16 << 20;

/// Why a conversation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The engine is at fault.
    Fault(FaultKind, String),
    /// The engine's process has ended.
    Ended(ProcessEnd),
    /// The runner was asked to stop.
    Interrupted,
}

impl Trouble {
    /// The kind of the fault and its explanation, in one sentence. `None` for an interruption.
    pub fn fault(self) -> Option<(FaultKind, String)> {
        match self {
            Self::Fault(kind, detail) => Some((kind, detail)),
            Self::Ended(end) => Some((FaultKind::Crash, format!("the process has ended: {end}"))),
            Self::Interrupted => None,
        }
    }
}

/// How the process of an engine has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessEnd {
    /// Its status, if the system has told it in time.
    pub status: Option<ExitStatus>,
    /// The last line that it wrote to standard error since its last answer, or else what it wrote without a line end: it may
    /// tell why.
    pub last_words: Option<String>,
}

impl fmt::Display for ProcessEnd {
    /// Writes the status, and the last words if there are any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => write!(f, "{status}")?,
            None => f.write_str("the system does not say how")?,
        }
        match &self.last_words {
            Some(words) => write!(f, ", after it wrote '{words}'"),
            None => Ok(()),
        }
    }
}

/// What an engine has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReply<T> {
    /// The answer.
    pub answer: T,
    /// Time from the request to the answer.
    pub took: Duration,
    /// What it said of its search before it answered.
    pub remark: Remark,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    /// The limit, if there is one.
    pub limit: Option<Duration>,
    /// How far it may be overrun.
    pub tolerance: Duration,
    /// The limit that holds where `limit` is `None`.
    pub patience: Duration,
}

/// A running engine and what is known of it.
#[derive(Debug)]
pub struct Brain {
    process: Process,
    transcript: Transcript,
    pause: Duration,
    memory_limit: Option<MemoryLimit>,
    idle: Idle,
    peak: Option<u64>,
    /// When its pause began: at its last answer, or when it went on after it was suspended. `None` once it has been kept.
    pause_begun: Option<Instant>,
    last_sample: Option<Instant>,
    /// The last line since the request that is neither an answer nor a comment.
    noise: Option<String>,
    /// The last line that it wrote to standard error since its last answer.
    last_words: Option<String>,
    output: usize,
    remark: Remark,
    /// Has the user chosen options for it?
    has_options: bool,
    /// True from options that the user has chosen until the next answer: an `ERROR` then refuses one of the lines.
    options_are_new: bool,
    protocol: Protocol,
}

impl Brain {
    /// Starts the engine's process.
    ///
    /// # Errors
    /// [`Trouble::Fault`] when it cannot be started.
    pub fn start(spec: &EngineSpec, settings: &GameSettings) -> Result<Self, Trouble> {
        let process = Process::start(spec).map_err(|error| {
            let program = spec.command.first().map_or("", String::as_str);
            Trouble::Fault(
                FaultKind::Crash,
                format!("'{program}' cannot be started: {error}"),
            )
        })?;
        Ok(Self {
            process,
            transcript: Transcript::default(),
            pause: spec.pause,
            memory_limit: MemoryLimit::of(spec, settings),
            idle: settings.idle,
            peak: None,
            pause_begun: None,
            last_sample: None,
            noise: None,
            last_words: None,
            output: 0,
            remark: Remark::default(),
            has_options: !spec.options.is_empty(),
            options_are_new: false,
            protocol: spec.protocol,
        })
    }

    /// From now on all lines of the conversation go to this file as well.
    pub(crate) fn log_to(&mut self, log: Option<GameLog>) {
        self.transcript.log = log;
    }

    /// The last lines of the conversation.
    pub fn lines(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Highest memory seen, in bytes.
    pub(crate) const fn peak(&self) -> Option<u64> {
        self.peak
    }

    /// Forgets the highest memory seen.
    pub(crate) const fn forget_peak(&mut self) {
        self.peak = None;
    }

    /// Sends lines that need no answer. A suspended engine reads them when it is asked for something; another one after the
    /// pause that it needs, which a raised `stop` ends.
    pub fn tell(&mut self, lines: &[String], stop: &StopSignal) {
        if self.idle != Idle::Suspended {
            self.pause(stop);
        }
        let mut text = String::new();
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        self.process.send(&text);
        // Behind it: a slow disk of the log takes nothing of the engine's time.
        for line in lines {
            self.transcript.add(Writer::Manager, line);
        }
    }

    /// Sends the lines of the start of a game. Where the user has chosen options for this engine and it refuses one of the
    /// lines, the next request finds a fault: a match with other options than it says would be worth nothing.
    pub fn tell_info(&mut self, lines: &[String], stop: &StopSignal) {
        self.tell(lines, stop);
        self.options_are_new = self.has_options;
    }

    /// Sends a request and waits for the line that `parse` understands. Comments are collected. Other lines are
    /// ignored, but if no answer comes they count as a fault of the protocol.
    ///
    /// # Errors
    /// [`Trouble`]
    pub fn ask<T>(
        &mut self,
        lines: &[String],
        wait: Wait,
        stop: &StopSignal,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<EngineReply<T>, Trouble> {
        self.ask_and_listen(lines, wait, stop, parse, &mut |_| {})
    }

    /// As [`Brain::ask`]; `listen` hears the comments on the search as they come, the text of each `MESSAGE` and `DEBUG`
    /// line without that word.
    ///
    /// # Errors
    /// [`Trouble`]
    pub fn ask_and_listen<T>(
        &mut self,
        lines: &[String],
        wait: Wait,
        stop: &StopSignal,
        parse: impl Fn(&str) -> Option<T>,
        listen: &mut dyn FnMut(&str),
    ) -> Result<EngineReply<T>, Trouble> {
        // The pause is for an engine that runs, such as one that loses lines sent after its move: it begins when one that was
        // suspended goes on.
        if self.idle == Idle::Suspended {
            self.process.tree().resume();
            self.pause_begun = self.pause_begun.map(|_| Instant::now());
        }
        self.pause(stop);
        self.take_early_lines(&parse)?;
        self.remark = Remark::default();
        let asked = Instant::now();
        self.tell(lines, stop);
        let allowed = wait
            .limit
            .map_or(wait.patience, |limit| limit + wait.tolerance);
        let (answer, at) = match self.wait_until(asked + allowed, stop, &parse, listen)? {
            Some(answered) => answered,
            None => self.overdue(asked, stop, &parse)?,
        };
        let took = at.saturating_duration_since(asked);
        if took > allowed {
            return Err(late(took, wait));
        }
        self.pause_begun = Some(at);
        self.options_are_new = false;
        self.last_words = None;
        self.sample()?;
        if self.idle == Idle::Suspended {
            self.process.tree().suspend();
        }
        Ok(EngineReply {
            answer,
            took,
            remark: std::mem::take(&mut self.remark),
        })
    }

    /// Ends the engine with the word of its protocol.
    pub fn end(self) {
        self.process.end(self.protocol.farewell());
    }

    /// Waits the pause that the engine needs after an answer, or until `stop` is raised.
    fn pause(&mut self, stop: &StopSignal) {
        if let Some(begun) = self.pause_begun.take() {
            while !stop.is_raised() {
                let left = self.pause.saturating_sub(begun.elapsed());
                if left.is_zero() {
                    break;
                }
                std::thread::sleep(left.min(TICK));
            }
        }
    }

    /// Reads the lines that came before the request. An answer among them is a fault: no request asked for it, and
    /// every manager would take it for the answer to the next request.
    fn take_early_lines<T>(&mut self, parse: &impl Fn(&str) -> Option<T>) -> Result<(), Trouble> {
        self.noise = None;
        self.output = 0;
        while let Ok(line) = self.process.receive(Duration::ZERO) {
            if self.digest(&line, parse, &mut |_| {})?.is_some() {
                return Err(protocol(format!(
                    "sent '{}' without being asked",
                    quote(line.text.trim())
                )));
            }
        }
        self.noise = None;
        self.output = 0;
        Ok(())
    }

    /// The answer and the time at which it came. `None` if it did not come before `deadline`.
    fn wait_until<T>(
        &mut self,
        deadline: Instant,
        stop: &StopSignal,
        parse: &impl Fn(&str) -> Option<T>,
        listen: &mut dyn FnMut(&str),
    ) -> Result<Option<(T, Instant)>, Trouble> {
        loop {
            if stop.is_raised() {
                return Err(Trouble::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.receive(left.min(TICK)) {
                Ok(line) => {
                    if let Some(answer) = self.digest(&line, parse, listen)? {
                        return Ok(Some((answer, line.at)));
                    }
                    // One that goes on talking is watched as well.
                    self.sample()?;
                }
                Err(Silence::Closed) if self.process.ends_soon() => return Err(self.ended()),
                Err(Silence::Closed) => return Err(protocol(CLOSED.to_string())),
                Err(Silence::Timeout) => {
                    if self.process.is_gone() {
                        return Err(self.ended());
                    }
                    self.sample()?;
                    if left.is_zero() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Records a line. Returns the answer if the line is one.
    fn digest<T>(
        &mut self,
        line: &Received,
        parse: &impl Fn(&str) -> Option<T>,
        listen: &mut dyn FnMut(&str),
    ) -> Result<Option<T>, Trouble> {
        self.output += line.text.len() + 1;
        if self.output > MAX_OUTPUT {
            let mib = MAX_OUTPUT >> 20;
            return Err(protocol(format!(
                "wrote more than {mib} MiB for one request"
            )));
        }
        let text = line.text.trim();
        if line.stream == Stream::Error {
            self.transcript.add(Writer::EngineError, &line.text);
            if !text.is_empty() {
                self.last_words = Some(quote(text));
            }
            return Ok(None);
        }
        self.transcript.add(Writer::Engine, &line.text);
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if word.eq_ignore_ascii_case("MESSAGE") {
            remark::read(rest, &mut self.remark);
            listen(rest.trim_start());
            return Ok(None);
        }
        if word.eq_ignore_ascii_case("DEBUG") {
            listen(rest.trim_start());
            return Ok(None);
        }
        if text.is_empty() {
            return Ok(None);
        }
        if self.options_are_new && word.eq_ignore_ascii_case("ERROR") {
            return Err(protocol(format!(
                "answered an INFO line by '{}'",
                quote(text)
            )));
        }
        let answer = parse(text);
        if answer.is_none() {
            self.noise = Some(quote(text));
        }
        Ok(answer)
    }

    /// The fault of a process that has ended.
    fn ended(&mut self) -> Trouble {
        let last_words = self.last_words.take();
        Trouble::Ended(ProcessEnd {
            status: self.process.kill_and_reap(),
            last_words: last_words.or_else(|| self.process.unfinished()),
        })
    }

    /// Waits a little longer for an answer, which may have been read in time though it is heard only now.
    ///
    /// # Errors
    /// The fault of a missing answer: the engine is still at work, or it is idle, perhaps since a line that has no end or that
    /// no manager understands.
    fn overdue<T>(
        &mut self,
        asked: Instant,
        stop: &StopSignal,
        parse: &impl Fn(&str) -> Option<T>,
    ) -> Result<(T, Instant), Trouble> {
        let used = |usage: Option<ProcessUsage>| usage.unwrap_or_default().processor;
        let before = used(self.process.tree().usage());
        let waits = self.process.tree().waits();
        let deadline = Instant::now() + LATE_WATCH;
        if let Some(answered) = self.wait_until(deadline, stop, parse, &mut |_| {})? {
            return Ok(answered);
        }
        let after = used(self.process.tree().usage());
        let held_up = self.process.tree().waits().longest_since(&waits);
        let waited = asked.elapsed().as_millis();
        let is_at_work = after.saturating_sub(before) + held_up >= LATE_WATCH / BUSY_PART;
        let unfinished = self.process.unfinished();
        if !is_at_work && !self.protocol.allows_other_lines() {
            if let Some(text) = &unfinished {
                return Err(protocol(format!("wrote '{text}' without a line end")));
            }
            if let Some(noise) = &self.noise {
                return Err(protocol(format!(
                    "no answer, but a line that no manager understands: '{noise}'"
                )));
            }
        }
        let (kind, state) = if is_at_work {
            (FaultKind::Time, "the process is still at work")
        } else {
            (FaultKind::Stall, "the process sits idle")
        };
        let said = [
            ("it wrote without a line end", &unfinished),
            ("the last line that it wrote is no answer", &self.noise),
            ("its last line on standard error", &self.last_words),
        ];
        let said = said.into_iter().filter_map(|(what, text)| {
            let text = text.as_ref()?;
            Some(format!("; {what}: '{text}'"))
        });
        let said = said.collect::<Vec<_>>().concat();
        let detail = format!("no answer after {waited} ms, and {state}{said}");
        Err(Trouble::Fault(kind, detail))
    }

    /// Checks the memory, but not more often than at a fixed interval.
    fn sample(&mut self) -> Result<(), Trouble> {
        let last = self.last_sample.as_ref().map(Instant::elapsed);
        if last.is_some_and(|elapsed| elapsed < MEMORY_INTERVAL) {
            return Ok(());
        }
        self.check_memory()
    }

    /// Checks the memory.
    ///
    /// # Errors
    /// [`Trouble::Fault`] when it is more than allowed.
    pub fn check_memory(&mut self) -> Result<(), Trouble> {
        self.last_sample = Some(Instant::now());
        let Some(usage) = self.process.tree().usage() else {
            return Ok(());
        };
        self.peak = self.peak.max(Some(usage.memory));
        let excess = self
            .memory_limit
            .and_then(|limit| limit.excess(usage.memory));
        excess.map_or(Ok(()), |detail| {
            Err(Trouble::Fault(FaultKind::Memory, detail))
        })
    }
}

fn protocol(detail: String) -> Trouble {
    Trouble::Fault(FaultKind::Protocol, detail)
}

fn late(took: Duration, wait: Wait) -> Trouble {
    let took = took.as_millis();
    let allowed = match wait.limit {
        Some(limit) => format!(
            "{} ms and {} more",
            limit.as_millis(),
            wait.tolerance.as_millis()
        ),
        None => format!("{} ms", wait.patience.as_millis()),
    };
    Trouble::Fault(
        FaultKind::Time,
        format!("answered after {took} ms, allowed were {allowed}"),
    )
}

#[cfg(all(test, unix))]
#[path = "brain_tests.rs"]
mod tests;
