//! The queue of commands for the session, and the signal that stops its running search. The reading thread posts
//! commands, the thinking thread takes them.
//!
//! Commands are numbered. A search ends early if and only if an interrupting command was posted after the command that
//! asked for the search. One lock covers the numbers, the queue and the running search, and every search has its own
//! signal. So no request to stop is lost before a search begins, and none affects the next search.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kagetsu_kernel::StopSignal;

use super::command::Command;
use super::session::{Fate, Scope};

/// Largest number of waiting commands. A manager that sends more must wait.
pub const MAX_WAITING: usize = 10_000;

/// Largest number of points in the blocks of waiting commands. More of them would take much memory.
const MAX_POINTS: usize = 200_000;

/// While the mailbox is full, the reading thread waits this long for a command to be taken.
const WAIT: Duration = Duration::from_millis(250);
/// After so many such waits further commands are dropped: nobody reads the answers, and `END` must still be read.
const MAX_WAITS: u32 = 8;

/// A command with its number and the time at which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number of the command in the conversation, from one.
    pub number: u64,
    /// Reading of the clock when its last line was read.
    pub read_at: Duration,
    /// The command.
    pub command: Command,
}

/// Why no more commands will come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// `END`, or the output is closed. Running searches are dropped.
    End,
    /// The input has ended. Earlier commands are still answered, except for searches that do not end by themselves.
    EndOfInput,
}

#[derive(Debug)]
struct Running {
    number: u64,
    scope: Scope,
    stop: StopSignal,
    fate: Fate,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Request>,
    /// Number of the points in the blocks of the queue.
    points: usize,
    /// Number of the latest command.
    posted: u64,
    /// Number of the latest command that interrupts.
    interrupted: u64,
    running: Option<Running>,
    /// Ends the thinking on the opponent's time.
    pondering: Option<StopSignal>,
    closing: Option<Closing>,
    /// Has the mailbox been full for so long that commands are dropped?
    is_stuck: bool,
}

/// Connects the reading thread and the thinking thread.
#[derive(Debug, Default)]
pub struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

impl Mailbox {
    /// An open, empty mailbox.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a command, and ends the running search if the command interrupts it. Waits while the mailbox is full. In
    /// that case the running search is ended, too, so that the queue gets shorter. A command for a mailbox that has been
    /// full for long is lost.
    ///
    /// Gives the command back if the reading thread has to answer it at once: the session is thinking, and the answer is
    /// always the same.
    #[must_use]
    pub fn post(&self, command: Command, read_at: Duration) -> Option<Command> {
        let mut state = self.lock();
        if command == Command::About && state.running.is_some() {
            return Some(command);
        }
        let mut waits = 0;
        while state.is_full() && state.closing.is_none() {
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
            waits += u32::from(result.timed_out());
        }
        state.is_stuck = false;
        let interrupts = command.interrupts();
        state.push(command, read_at);
        if interrupts {
            state.interrupt();
        }
        self.changed.notify_all();
        None
    }

    /// Adds a command that the reading thread could not answer at once, unless the mailbox is full.
    pub fn post_later(&self, command: Command, read_at: Duration) {
        let mut state = self.lock();
        if !state.is_full() {
            state.push(command, read_at);
            self.changed.notify_all();
        }
    }

    /// Ends the running search, whose answer is still wanted.
    pub fn hurry(&self) {
        if let Some(running) = &self.lock().running {
            running.stop.raise();
        }
    }

    /// Announces that no more commands will come. `End` is final.
    pub fn close(&self, closing: Closing) {
        let mut state = self.lock();
        if state.closing != Some(Closing::End) {
            state.closing = Some(closing);
        }
        state.drop_unwanted();
        state.end_pondering();
        self.changed.notify_all();
    }

    /// Registers the thinking on the opponent's time. The next command and the end of the input raise the signal that is
    /// returned. `None` if a command is waiting or no more will come.
    pub fn begin_pondering(&self) -> Option<StopSignal> {
        let mut state = self.lock();
        let is_idle = state.queue.is_empty() && state.closing.is_none();
        state.pondering = is_idle.then(StopSignal::new);
        state.pondering.clone()
    }

    /// Waits for the next command and returns it. `None` if no more commands will come.
    pub fn take(&self) -> Option<Request> {
        let mut state = self.lock();
        loop {
            if let Some(request) = state.queue.pop_front() {
                state.points -= request.command.points();
                self.changed.notify_all();
                return Some(request);
            }
            if state.closing.is_some() {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Registers the search for the command with this number. Returns the stop signal of the search, and the number of
    /// waiting `ABOUT` commands, which the caller must answer before the search.
    pub fn begin_search(&self, number: u64, scope: Scope) -> (StopSignal, usize) {
        let mut state = self.lock();
        let stop = StopSignal::new();
        if state.interrupted > number {
            stop.raise();
        }
        state.running = Some(Running {
            number,
            scope,
            stop: stop.clone(),
            fate: Fate::Answer,
        });
        state.drop_unwanted();
        let waiting = state.queue.len();
        state
            .queue
            .retain(|request| request.command != Command::About);
        (stop, waiting - state.queue.len())
    }

    /// Ends the registration of the search. Returns whether its answer is still to be sent.
    pub fn end_search(&self) -> Fate {
        let running = self.lock().running.take();
        running.map_or(Fate::Answer, |running| running.fate)
    }

    /// A release build aborts at a panic and never sees a poisoned lock. Where panics unwind, as in tests, one is as good as
    /// any: a panic elsewhere leaves nothing half done here.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn push(&mut self, command: Command, read_at: Duration) {
        self.end_pondering();
        self.posted += 1;
        self.points += command.points();
        self.queue.push_back(Request {
            number: self.posted,
            read_at,
            command,
        });
    }

    fn is_full(&self) -> bool {
        self.queue.len() >= MAX_WAITING || self.points >= MAX_POINTS
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
        if is_unwanted {
            running.fate = Fate::Drop;
            running.stop.raise();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::command::{BlockEntry, BlockKind, BoardBlock, Dialect, Pair};

    const STOP: Command = Command::Stop(Dialect::Yixin);

    fn post(mailbox: &Mailbox, command: Command) {
        assert_eq!(mailbox.post(command, Duration::ZERO), None);
    }

    /// Takes the next command and registers a search for it. The signal shows whether the search is to stop at once.
    fn search(mailbox: &Mailbox, scope: Scope) -> StopSignal {
        let number = mailbox.take().expect("a command waits").number;
        mailbox.begin_search(number, scope).0
    }

    #[test]
    fn a_stop_that_was_read_before_the_search_began_still_counts() {
        let mailbox = Mailbox::new();
        post(&mailbox, Command::Begin);
        post(&mailbox, STOP);
        post(&mailbox, Command::ShowForbid);
        assert!(search(&mailbox, Scope::Unbounded).is_raised());
        assert_eq!(mailbox.end_search(), Fate::Answer);
    }

    #[test]
    fn large_blocks_fill_the_mailbox_sooner() {
        let entry = BlockEntry {
            pair: Pair {
                first: 0,
                second: 0,
            },
            owner: None,
        };
        let block = || {
            let entries = vec![entry; MAX_POINTS / 4];
            Command::Block(
                BlockKind::Board,
                BoardBlock {
                    entries,
                    fault: None,
                },
            )
        };
        let mailbox = Mailbox::new();
        for _ in 0..4 {
            post(&mailbox, block());
        }
        assert!(mailbox.lock().is_full());
        mailbox.post_later(Command::About, Duration::ZERO);
        assert_eq!(mailbox.lock().queue.len(), 4);
        assert!(mailbox.take().is_some());
        assert!(!mailbox.lock().is_full());
        post(&mailbox, block());
        assert_eq!(mailbox.lock().points, MAX_POINTS);
    }

    #[test]
    fn a_stop_does_not_reach_the_search_after_it() {
        let mailbox = Mailbox::new();
        post(&mailbox, Command::Begin);
        let first = search(&mailbox, Scope::Unbounded);
        assert!(!first.is_raised());
        post(&mailbox, STOP);
        assert!(first.is_raised());
        assert_eq!(mailbox.end_search(), Fate::Answer);
        post(&mailbox, Command::NBest(1));
        assert_eq!(mailbox.take().map(|request| request.command), Some(STOP));
        assert!(!search(&mailbox, Scope::Unbounded).is_raised());
    }

    #[test]
    fn the_last_of_several_requests_runs_to_its_end() {
        let mailbox = Mailbox::new();
        post(&mailbox, Command::Begin);
        post(&mailbox, Command::NBest(1));
        assert!(search(&mailbox, Scope::Bounded).is_raised());
        assert_eq!(mailbox.end_search(), Fate::Answer);
        assert!(!search(&mailbox, Scope::Bounded).is_raised());
    }

    #[test]
    fn the_end_drops_every_answer() {
        let mailbox = Mailbox::new();
        post(&mailbox, Command::Begin);
        let running = search(&mailbox, Scope::Bounded);
        post(&mailbox, Command::NBest(1));
        mailbox.close(Closing::End);
        mailbox.close(Closing::EndOfInput);
        assert!(running.is_raised());
        assert_eq!(mailbox.end_search(), Fate::Drop);
        assert!(search(&mailbox, Scope::Bounded).is_raised());
        assert_eq!(mailbox.end_search(), Fate::Drop);
        assert_eq!(mailbox.take(), None);
    }

    #[test]
    fn the_end_of_input_drops_only_what_would_never_end() {
        let mailbox = Mailbox::new();
        for _ in 0..3 {
            post(&mailbox, Command::Begin);
        }
        mailbox.close(Closing::EndOfInput);
        let interrupted = search(&mailbox, Scope::Unbounded);
        assert!(interrupted.is_raised());
        assert_eq!(mailbox.end_search(), Fate::Answer);
        assert!(mailbox.take().is_some());
        let last = mailbox.take().expect("a command waits").number;
        let (bounded, _) = mailbox.begin_search(last, Scope::Bounded);
        assert!(!bounded.is_raised());
        assert_eq!(mailbox.end_search(), Fate::Answer);
        let (unbounded, _) = mailbox.begin_search(last, Scope::Unbounded);
        assert!(unbounded.is_raised());
        assert_eq!(mailbox.end_search(), Fate::Drop);
        assert_eq!(mailbox.take(), None);
    }

    #[test]
    fn any_command_and_the_end_stop_the_thinking_on_the_opponents_time() {
        let mailbox = Mailbox::new();
        let ponder = || mailbox.begin_pondering();
        let first = ponder().expect("nothing waits");
        assert!(!first.is_raised());
        post(&mailbox, Command::About);
        assert!(first.is_raised());
        assert!(ponder().is_none());
        assert!(mailbox.take().is_some());
        let second = ponder().expect("nothing waits");
        mailbox.close(Closing::EndOfInput);
        assert!(second.is_raised());
        assert!(ponder().is_none());
    }

    #[test]
    fn a_full_mailbox_that_nobody_empties_takes_no_more() {
        let mailbox = Mailbox::new();
        for _ in 0..MAX_WAITING + 20 {
            mailbox.post_later(Command::About, Duration::ZERO);
        }
        // The reading thread goes on, so that it comes to the end.
        post(&mailbox, Command::About);
        post(&mailbox, Command::About);
        mailbox.close(Closing::EndOfInput);
        let waiting = iter::from_fn(|| mailbox.take()).count();
        assert_eq!(waiting, MAX_WAITING);
    }

    #[test]
    fn about_is_answered_while_thinking() {
        let mailbox = Mailbox::new();
        post(&mailbox, Command::Begin);
        post(&mailbox, Command::About);
        let number = mailbox.take().expect("a command waits").number;
        assert_eq!(mailbox.begin_search(number, Scope::Bounded).1, 1);
        assert_eq!(
            mailbox.post(Command::About, Duration::ZERO),
            Some(Command::About)
        );
        mailbox.close(Closing::EndOfInput);
        assert_eq!(mailbox.take(), None);
    }
}
