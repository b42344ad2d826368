//! The threads of a host: one reads and parses, one runs the session, and one writes. Only this module does input and
//! output.
//!
//! The other side may stop reading while it still writes: then the writing thread waits for the pipe, the session for the
//! writing thread, and the reading thread for nobody, so that the last message is always read.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::lines::{InputLine, LineSplitter};
use super::mailbox::{Closing, Delivery, Mailbox, Message, ResultUse, Scope};
use crate::limits::StopSignal;
use crate::stack::STACK_BYTES;

/// Largest number of bytes read at once.
const READ_SIZE: usize = 8 << 10;
/// Longest time that a search goes on after the input has ended, if answers are to come in time. Its answer is still
/// written.
const AFTER_INPUT: Duration = Duration::from_millis(1500);
/// Longest time that messages are still taken when the output can no longer be written: a list of them may come from a script,
/// and what lasts in it is obeyed.
const AFTER_OUTPUT: Duration = Duration::from_secs(1);
/// Most lines that wait to be written. After these the session waits for the other side to read.
const MAX_UNWRITTEN: usize = 1024;

impl Delivery {
    /// Longest time to wait for the session and its last lines after the last message, and after the last change that
    /// outlasts the conversation. Managers allow half a second. Where every line is answered, it begins anew with each.
    const fn grace(self) -> Duration {
        match self {
            Self::Prompt => Duration::from_millis(50),
            Self::Complete => Duration::from_secs(5),
        }
    }
}

/// Why serving has failed.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The system cannot start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The output cannot be written.
    #[error(transparent)]
    Output(io::Error),
}

impl From<ServeError> for io::Error {
    fn from(error: ServeError) -> Self {
        match error {
            ServeError::Thread(error) | ServeError::Output(error) => error,
        }
    }
}

/// Turns lines into messages, one after the other.
pub trait LineParser: Send + 'static {
    /// What it makes of lines.
    type Message: Message;

    /// Is a last line without its end read? It may have been cut off.
    const TAKES_UNFINISHED: bool = false;

    /// Reads one line and passes its messages to `take`.
    fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(Self::Message));
}

/// One side of a conversation.
pub trait LineSession: Send + 'static {
    /// What it is told.
    type Message: Message;

    /// What counts more when it cannot keep up.
    const DELIVERY: Delivery;

    /// Answers a message. A search is announced to the host before it begins and after it has ended.
    fn answer(&mut self, message: Self::Message, host: &mut Host<'_, Self::Message>);

    /// Is there something to think about until the other side speaks?
    fn wants_to_ponder(&self) -> bool {
        false
    }

    /// Thinks until the signal is raised, or for less long. It may send lines, but announces no search.
    fn ponder(&mut self, _stop: &StopSignal, _host: &mut Host<'_, Self::Message>) {}

    /// Ends the conversation: there are no more messages.
    fn finish(&mut self, _host: &mut Host<'_, Self::Message>) {}
}

/// Takes the lines of a session and may end its searches.
#[derive(Debug)]
pub struct Host<'h, M> {
    mailbox: &'h Mailbox<M>,
    lines: &'h SyncSender<Outgoing>,
    /// Number of the message that the session answers.
    number: u64,
}

impl<M: Message> Host<'_, M> {
    /// Sends one line, given without its end.
    pub fn say(&mut self, line: String) {
        // The writing thread takes every line of the session, unless it panics; then nobody hears.
        let _ = self.lines.send(Some(line));
    }

    /// Announces a search. The returned signal ends it. It is already raised if a message has asked for the end.
    pub fn begin_search(&mut self, scope: Scope) -> StopSignal {
        let (stop, answers) = self.mailbox.begin_search(self.number, scope);
        for answer in answers {
            self.say(answer);
        }
        stop
    }

    /// Announces the end of the search. Returns whether its answer is still wanted.
    pub fn end_search(&mut self) -> ResultUse {
        self.mailbox.end_search()
    }

    /// True if a message is waiting and the one that is answered next satisfies the predicate.
    pub fn next_is(&self, predicate: impl FnOnce(&M) -> bool) -> bool {
        self.mailbox.next_is(predicate)
    }
}

/// Writes each line with one call and flushes it.
pub fn line_writer(
    mut output: impl Write + Send + 'static,
) -> impl FnMut(String) -> io::Result<()> + Send + 'static {
    move |mut line| {
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()
    }
}

/// Serves the other side until it sends its last message, closes the input, or no longer reads the output. `write` writes
/// one line, which comes without its end.
///
/// Returns soon after the last message or the last line that could be written, whatever the session does; only messages that
/// last are obeyed first. Its threads may then still be running, and the caller should exit the program, without another look
/// at the output.
///
/// # Errors
/// When the system cannot start a thread, or the output cannot be written.
pub fn serve<R, P, S>(
    input: R,
    write: impl FnMut(String) -> io::Result<()> + Send + 'static,
    parser: P,
    session: S,
) -> Result<(), ServeError>
where
    R: Read + Send + 'static,
    P: LineParser,
    S: LineSession<Message = P::Message>,
{
    let mailbox = Arc::new(Mailbox::new(S::DELIVERY));
    let (lines, unwritten) = mpsc::sync_channel(MAX_UNWRITTEN);
    let (sender, events) = mpsc::channel();
    let steps = Arc::new(AtomicU64::new(0));

    let reader = Reader {
        parser,
        mailbox: Arc::clone(&mailbox),
        lines: lines.clone(),
    };
    // The session's thread has the largest stack. It is started while the address space is still empty.
    let (thinking_mailbox, thinking_steps) = (Arc::clone(&mailbox), Arc::clone(&steps));
    start("session", STACK_BYTES, move || {
        let lines = LastLine(lines);
        run_session(&thinking_mailbox, &lines.0, session, &thinking_steps);
    })?;

    let notice = Notice(sender.clone(), Some(Event::Over));
    let (writing_mailbox, writing_steps) = (Arc::clone(&mailbox), Arc::clone(&steps));
    start("writer", READER_STACK_BYTES, move || {
        write_lines(write, &unwritten, &writing_steps, |error| {
            writing_mailbox.discard_answers();
            notice.tell(Event::Broken(error));
        });
    })?;

    let notice = Notice(sender, Some(Event::Closed(Closing::EndOfInput)));
    start("reader", READER_STACK_BYTES, move || {
        let mut notice = notice;
        notice.1 = Some(Event::Closed(reader.run(input)));
    })?;

    let waiting = Waiting {
        delivery: S::DELIVERY,
        events,
        steps,
    };
    waiting.wait(&mailbox).map_err(ServeError::Output)
}

/// The stack of the threads that only read and write, as large as the system's usual one.
const READER_STACK_BYTES: usize = 2 << 20;

fn start(
    name: &str,
    stack_bytes: usize,
    work: impl FnOnce() + Send + 'static,
) -> Result<(), ServeError> {
    let builder = Builder::new().name(name.to_owned()).stack_size(stack_bytes);
    builder.spawn(work).map(drop).map_err(ServeError::Thread)
}

/// Events for the thread that waits for the others.
#[derive(Debug)]
enum Event {
    /// No more messages will come, or the reading thread has ended.
    Closed(Closing),
    /// The output can no longer be written.
    Broken(io::Error),
    /// The writing thread has ended: the session is over, and its lines are written as far as they could be.
    Over,
}

/// Reports the end of a thread, even if it panics.
struct Notice(Sender<Event>, Option<Event>);

impl Notice {
    fn tell(&self, event: Event) {
        // An error means that no thread waits for this event any more.
        let _ = self.0.send(event);
    }
}

impl Drop for Notice {
    fn drop(&mut self) {
        if let Some(event) = self.1.take() {
            self.tell(event);
        }
    }
}

/// The thread that has called, and waits for the others.
struct Waiting {
    delivery: Delivery,
    events: Receiver<Event>,
    /// How often the session has taken a message or the writing thread has written a line.
    steps: Arc<AtomicU64>,
}

impl Waiting {
    /// Waits until the last line of the session is written, or until the time after the last message has passed. A search
    /// that is still running some time after the input has ended is told to answer, if answers are to come in time.
    fn wait<M: Message>(&self, mailbox: &Mailbox<M>) -> io::Result<()> {
        let mut stop_at = None;
        let mut written = Ok(());
        loop {
            let left = stop_at.map(|at: Instant| at.saturating_duration_since(Instant::now()));
            let event = left.map_or_else(
                || {
                    self.events
                        .recv()
                        .map_err(|_| RecvTimeoutError::Disconnected)
                },
                |left| self.events.recv_timeout(left),
            );
            match event {
                Ok(Event::Closed(Closing::End)) => {
                    return self.wait_for_last_lines(mailbox, written);
                }
                Ok(Event::Closed(Closing::EndOfInput)) => {
                    // The reading thread has closed the mailbox, unless it panicked.
                    mailbox.close(Closing::EndOfInput);
                    if self.delivery == Delivery::Prompt {
                        stop_at = Some(Instant::now() + AFTER_INPUT);
                    }
                }
                Ok(Event::Broken(error)) => {
                    written = Err(error);
                    stop_at = Some(Instant::now() + AFTER_OUTPUT);
                }
                Ok(Event::Over) | Err(RecvTimeoutError::Disconnected) => return written,
                Err(RecvTimeoutError::Timeout) if written.is_err() => {
                    return self.wait_for_last_lines(mailbox, written);
                }
                Err(RecvTimeoutError::Timeout) => {
                    mailbox.stop_search();
                    // Further messages may be waiting, each with a search of its own.
                    stop_at = Some(Instant::now() + self.delivery.grace());
                }
            }
        }
    }

    fn wait_for_last_lines<M: Message>(
        &self,
        mailbox: &Mailbox<M>,
        mut written: io::Result<()>,
    ) -> io::Result<()> {
        loop {
            // Lines that cannot be written are not waited for.
            let delivery = match written {
                Ok(()) => self.delivery,
                Err(_) => Delivery::Prompt,
            };
            let before = self.steps.load(Ordering::Relaxed);
            let is_awaited = mailbox.has_lasting();
            let deadline = Instant::now() + delivery.grace();
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.events.recv_timeout(left) {
                    Ok(Event::Over) | Err(RecvTimeoutError::Disconnected) => return written,
                    Ok(Event::Broken(error)) => written = Err(error),
                    Ok(Event::Closed(_)) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            let is_over =
                delivery == Delivery::Prompt || self.steps.load(Ordering::Relaxed) == before;
            if is_over && !is_awaited {
                return written;
            }
        }
    }
}

/// A line for the writing thread, without its line end. `None`: no more lines will come.
type Outgoing = Option<String>;

/// Tells the writing thread that the session is over, even if the session panics.
struct LastLine(SyncSender<Outgoing>);

impl Drop for LastLine {
    fn drop(&mut self) {
        // An error means that the writing thread has ended.
        let _ = self.0.send(None);
    }
}

/// Writes lines to the last one. After the first that cannot be written they are dropped, so that the session never waits for
/// room.
fn write_lines(
    mut write: impl FnMut(String) -> io::Result<()>,
    unwritten: &Receiver<Outgoing>,
    steps: &AtomicU64,
    tell_broken: impl Fn(io::Error),
) {
    let mut is_broken = false;
    while let Ok(Some(line)) = unwritten.recv() {
        if is_broken {
            continue;
        }
        match write(line) {
            Ok(()) => {
                steps.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                is_broken = true;
                tell_broken(error);
            }
        }
    }
}

struct Reader<P: LineParser> {
    parser: P,
    mailbox: Arc<Mailbox<P::Message>>,
    lines: SyncSender<Outgoing>,
}

impl<P: LineParser> Reader<P> {
    /// Reads to the end of the input, which is also where it cannot be read, or to the last message.
    fn run(mut self, mut input: impl Read) -> Closing {
        let mut lines = LineSplitter::new();
        let mut bytes = vec![0; READ_SIZE];
        let mut closing = None;
        while closing.is_none() {
            let count = match input.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            lines.feed(&bytes[..count], |line| {
                if closing.is_none() {
                    closing = self.take(line);
                }
            });
        }
        if P::TAKES_UNFINISHED && closing.is_none() {
            lines.finish(|line| closing = self.take(line));
        }
        closing.unwrap_or_else(|| {
            self.mailbox.close(Closing::EndOfInput);
            Closing::EndOfInput
        })
    }

    /// Posts what a line says. How it ends the conversation, if the last message is among it.
    fn take(&mut self, line: InputLine<'_>) -> Option<Closing> {
        let mut closing = None;
        let (mailbox, lines) = (&self.mailbox, &self.lines);
        self.parser.line(line, &mut |message| {
            if closing.is_some() {
                return;
            }
            closing = Closing::by(&message);
            if let Some(message) = mailbox.post(message)
                && let Some(answer) = message.fixed_answer()
                && let Err(TrySendError::Full(_)) = lines.try_send(Some(answer))
            {
                mailbox.post_later(message);
            }
        });
        closing
    }
}

fn run_session<S: LineSession>(
    mailbox: &Mailbox<S::Message>,
    lines: &SyncSender<Outgoing>,
    mut session: S,
    steps: &AtomicU64,
) {
    let mut host = Host {
        mailbox,
        lines,
        number: 0,
    };
    loop {
        if session.wants_to_ponder()
            && let Some(stop) = mailbox.begin_pondering()
        {
            session.ponder(&stop, &mut host);
        }
        let Some(next) = mailbox.take() else {
            session.finish(&mut host);
            break;
        };
        steps.fetch_add(1, Ordering::Relaxed);
        host.number = next.number;
        session.answer(next.message, &mut host);
    }
}
