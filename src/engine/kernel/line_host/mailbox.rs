//! Messages on the way from the reading thread to the session, and the signal that stops the session's running search.
//! The reading thread posts messages, the session's thread takes them.
//!
//! Messages are numbered. A search ends early if and only if an interrupting message was posted after the message that
//! asked for the search. One lock covers the numbers, the queue and the running search, and every search has its own
//! signal. So no request to stop is lost before a search begins, and none affects the next search.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::limits::{SearchLimits, StopSignal};

/// Largest number of waiting messages. Another side that sends more must wait.
pub const MAX_WAITING: usize = 10_000;

/// Largest weight of the waiting messages together. More of them would take much memory.
const MAX_WEIGHT: usize = 200_000;
/// Bytes of a unit of weight.
pub const WEIGHT_BYTES: usize = 32;

/// While the mailbox is full, the reading thread waits this long for a message to be taken.
const WAIT: Duration = Duration::from_millis(250);
/// After so many such waits further messages are dropped: nobody reads the answers, and the end must still be read. While the
/// session obeys a message that lasts nothing is dropped: a change in a file may take long, and the next ones are not lost for
/// that.
const MAX_WAITS: u32 = 8;

/// Longest time that a search goes on when its answer may be for nobody.
const SOON: Duration = Duration::from_secs(60);

/// What a session is told by one line or by several.
pub trait Message: Send + 'static {
    /// Must a search end at once that was asked for before this message?
    fn interrupts(&self) -> bool;

    /// Is this the last message of the conversation? If it does not interrupt, it is like the end of the input, and what was
    /// asked before is still answered.
    fn ends(&self) -> bool;

    /// Does its effect outlast the conversation, as that of a change in a file? Then the end waits for it.
    fn lasts(&self) -> bool {
        false
    }

    /// The answer to a question that is always answered the same: it is given even while the session thinks.
    fn fixed_answer(&self) -> Option<String> {
        None
    }

    /// The memory that it takes while it waits, in units of about [`WEIGHT_BYTES`]; small messages weigh nothing.
    fn weight(&self) -> usize {
        0
    }
}

/// What counts more when the session cannot keep up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// That the answers come in time, as a manager with a clock needs them. Messages that flood a full mailbox end the
    /// running search and are dropped in the end. Soon after the end of the input the last searches are told to answer.
    Prompt,
    /// That every line is answered in full, as a list of lines in a pipe needs it.
    Complete,
}

/// Whether a search ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Limits of time, nodes or a small depth end it.
    Bounded,
    /// It runs until it is told to stop.
    Unbounded,
}

impl Scope {
    /// The scope of a search whose answer may be for nobody: bounded if its nodes are limited, or its clock ends it within a
    /// minute.
    pub fn of(limits: &SearchLimits) -> Self {
        let times = [limits.time.turn, limits.time.match_left];
        if limits.nodes.is_some() || times.into_iter().flatten().any(|time| time <= SOON) {
            Self::Bounded
        } else {
            Self::Unbounded
        }
    }
}

/// What becomes of the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultUse {
    /// It is sent: the other side waits for it.
    Answer,
    /// It is discarded: the other side is gone, or has said that it goes.
    Discard,
}

/// A message with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbered<M> {
    /// Number of the message in the conversation, from one.
    pub(super) number: u64,
    pub(super) message: M,
}

/// Why no more messages will come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// A last message that interrupts was read. Running searches are dropped.
    End,
    /// The input has ended, or a last message that interrupts nothing was read. Earlier messages are still answered, except for
    /// searches that do not end by themselves.
    EndOfInput,
}

impl Closing {
    /// How a message ends the conversation, if it does.
    pub(super) fn by(message: &impl Message) -> Option<Self> {
        message.ends().then(|| {
            if message.interrupts() {
                Self::End
            } else {
                Self::EndOfInput
            }
        })
    }
}

#[derive(Debug)]
struct Running {
    number: u64,
    scope: Scope,
    stop: StopSignal,
    result_use: ResultUse,
}

#[derive(Debug)]
struct State<M> {
    queue: VecDeque<Numbered<M>>,
    /// Weight of the messages in the queue.
    weight: usize,
    /// Number of the latest message.
    posted: u64,
    /// Number of the latest message that interrupts.
    interrupted: u64,
    running: Option<Running>,
    /// Does the effect of the message that the session obeys outlast the conversation?
    is_lasting: bool,
    /// Ends the thinking on the opponent's time.
    pondering: Option<StopSignal>,
    closing: Option<Closing>,
    /// The output cannot be written, so nobody receives answers.
    is_output_broken: bool,
    /// The mailbox has been full for so long that messages are dropped.
    is_stuck: bool,
}

/// Connects the reading thread and the session's thread.
#[derive(Debug)]
pub(super) struct Mailbox<M> {
    delivery: Delivery,
    state: Mutex<State<M>>,
    changed: Condvar,
}

impl<M: Message> Mailbox<M> {
    /// An open, empty mailbox.
    pub(super) fn new(delivery: Delivery) -> Self {
        Self {
            delivery,
            state: Mutex::new(State {
                queue: VecDeque::new(),
                weight: 0,
                posted: 0,
                interrupted: 0,
                running: None,
                is_lasting: false,
                pondering: None,
                closing: None,
                is_output_broken: false,
                is_stuck: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Adds a message, and ends the running search if the message interrupts it. Waits while the mailbox is full. With
    /// [`Delivery::Prompt`] the running search is ended in that case, too, so that the queue gets shorter, and a message
    /// for a mailbox that has been full for long is lost, unless the session obeys one that lasts. The last message neither
    /// waits nor is lost.
    ///
    /// Gives the message back if the reading thread has to answer it at once: the session is thinking, and the answer is
    /// always the same.
    #[must_use]
    pub(super) fn post(&self, message: M) -> Option<M> {
        let mut state = self.lock();
        if state.running.is_some() && message.fixed_answer().is_some() {
            return Some(message);
        }
        let closing = Closing::by(&message);
        let mut waits = 0;
        while state.is_full() && closing.is_none() {
            if self.delivery == Delivery::Complete {
                state = self.wait(state);
                continue;
            }
            state.interrupt();
            state.is_stuck |= waits >= MAX_WAITS;
            if state.is_stuck {
                return None;
            }
            let (guard, result) = self
                .changed
                .wait_timeout(state, WAIT)
                .unwrap_or_else(PoisonError::into_inner);
            state = guard;
            waits += u32::from(result.timed_out() && !state.is_lasting);
        }
        state.is_stuck = false;
        let interrupts = message.interrupts();
        state.push(message);
        if interrupts {
            state.interrupt();
        }
        if let Some(closing) = closing {
            state.close(closing);
        }
        self.changed.notify_all();
        None
    }

    /// Adds a message that the reading thread could not answer at once, unless the mailbox is full.
    pub(super) fn post_later(&self, message: M) {
        let mut state = self.lock();
        if !state.is_full() {
            state.push(message);
            self.changed.notify_all();
        }
    }

    /// Ends the running search, whose answer is still wanted.
    pub(super) fn stop_search(&self) {
        if let Some(running) = &self.lock().running {
            running.stop.raise();
        }
    }

    /// Announces that no more messages will come. `End` is final.
    pub(super) fn close(&self, closing: Closing) {
        self.lock().close(closing);
        self.changed.notify_all();
    }

    /// Announces that the output cannot be written any more. The running search and later ones are dropped; messages are still
    /// taken, because some change files.
    pub(super) fn discard_answers(&self) {
        let mut state = self.lock();
        state.is_output_broken = true;
        state.drop_unwanted();
        state.end_pondering();
    }

    /// Registers the thinking on the opponent's time. The next message and the end of the input raise the signal that is
    /// returned. `None` if a message is waiting, no more will come or the output is broken.
    pub(super) fn begin_pondering(&self) -> Option<StopSignal> {
        let mut state = self.lock();
        let is_idle = state.queue.is_empty() && state.closing.is_none() && !state.is_output_broken;
        state.pondering = is_idle.then(StopSignal::new);
        state.pondering.clone()
    }

    /// Waits for the next message and returns it. `None` if no more messages will come.
    pub(super) fn take(&self) -> Option<Numbered<M>> {
        let mut state = self.lock();
        state.is_lasting = false;
        loop {
            if let Some(next) = state.queue.pop_front() {
                state.is_lasting = next.message.lasts();
                state.weight -= next.message.weight();
                self.changed.notify_all();
                return Some(next);
            }
            if state.closing.is_some() {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// True if a message is waiting and the next one satisfies the predicate.
    pub(super) fn next_is(&self, predicate: impl FnOnce(&M) -> bool) -> bool {
        let state = self.lock();
        let next = state.queue.front();
        next.is_some_and(|next| predicate(&next.message))
    }

    /// Is a message obeyed, or waiting, whose effect outlasts the conversation?
    pub(super) fn has_lasting(&self) -> bool {
        let state = self.lock();
        state.is_lasting || state.queue.iter().any(|next| next.message.lasts())
    }

    /// Registers the search for the message with this number. Returns the stop signal of the search, and the fixed answers
    /// to the messages that wait for one, which the caller must send before the search.
    pub(super) fn begin_search(&self, number: u64, scope: Scope) -> (StopSignal, Vec<String>) {
        let mut state = self.lock();
        let stop = StopSignal::new();
        if state.interrupted > number {
            stop.raise();
        }
        state.running = Some(Running {
            number,
            scope,
            stop: stop.clone(),
            result_use: ResultUse::Answer,
        });
        state.drop_unwanted();
        let mut answers = Vec::new();
        let State { queue, weight, .. } = &mut *state;
        queue.retain(|next| {
            let answer = next.message.fixed_answer();
            let is_kept = answer.is_none();
            if !is_kept {
                *weight -= next.message.weight();
            }
            answers.extend(answer);
            is_kept
        });
        // The reading thread may wait for the room that they have left.
        self.changed.notify_all();
        (stop, answers)
    }

    /// Ends the registration of the search. Returns whether its answer is still to be sent.
    pub(super) fn end_search(&self) -> ResultUse {
        let running = self.lock().running.take();
        running.map_or(ResultUse::Answer, |running| running.result_use)
    }

    /// A release build aborts at a panic and never sees a poisoned lock. Where panics unwind, as in tests, one is as good as
    /// any: a panic elsewhere leaves nothing half done here.
    fn lock(&self) -> MutexGuard<'_, State<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<M>>) -> MutexGuard<'a, State<M>> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Message> State<M> {
    fn push(&mut self, message: M) {
        self.end_pondering();
        self.posted += 1;
        self.weight += message.weight();
        self.queue.push_back(Numbered {
            number: self.posted,
            message,
        });
    }

    fn is_full(&self) -> bool {
        self.queue.len() >= MAX_WAITING || self.weight >= MAX_WEIGHT
    }

    fn close(&mut self, closing: Closing) {
        if self.closing != Some(Closing::End) {
            self.closing = Some(closing);
        }
        self.drop_unwanted();
        self.end_pondering();
    }

    fn end_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.raise();
        }
    }

    /// Ends every search that was asked for before.
    fn interrupt(&mut self) {
        self.interrupted = self.posted;
        if let Some(running) = &self.running
            && running.number < self.posted
        {
            running.stop.raise();
        }
    }

    /// Ends the running search without an answer if its answer is no longer wanted.
    fn drop_unwanted(&mut self) {
        let Some(running) = &mut self.running else {
            return;
        };
        let is_unwanted = match self.closing {
            None => false,
            Some(Closing::End) => true,
            Some(Closing::EndOfInput) => {
                running.scope == Scope::Unbounded && self.interrupted <= running.number
            }
        };
        if is_unwanted || self.is_output_broken {
            running.result_use = ResultUse::Discard;
            running.stop.raise();
        }
    }
}

#[cfg(test)]
#[path = "mailbox_tests.rs"]
mod tests;
