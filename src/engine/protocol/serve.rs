//! Serves one manager: one thread reads and parses, one runs the session, and one writes. Only this module does input and
//! output.
//!
//! A manager may stop reading while it still writes: then the writing thread waits for the pipe, the session for the
//! writing thread, and the reading thread for nobody, so that `END` is always read.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use kagetsu_gomoku::engine::Engine;
use kagetsu_gomoku::search::STACK_BYTES;
use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{Clock, StopSignal};

use super::command::Command;
use super::database_service::DatabaseService;
use super::lines::LineSplitter;
use super::mailbox::{Closing, Mailbox};
use super::parse::Parser;
use super::reply::Reply;
use super::session::{Fate, Host, Scope, Session};
use super::transcript_log::{Speaker, TranscriptLog};

/// Largest number of bytes read at once.
const READ_SIZE: usize = 8 << 10;
/// Longest time to wait for the session and its last lines after `END`. Managers allow half a second.
const GRACE: Duration = Duration::from_millis(50);
/// Longest time that a search goes on after the input has ended. Its answer is still written.
const AFTER_INPUT: Duration = Duration::from_millis(1500);
/// Most lines that wait to be written. After these the session waits for the manager to read.
const MAX_UNWRITTEN: usize = 1024;

/// Serves a manager until it sends `END`, closes the input, or no longer reads the output.
///
/// Returns soon after `END`, whatever the engine does. Its threads may then still be running, and the caller should
/// exit the program.
///
/// # Errors
/// When the system cannot start a thread.
///
/// ```
/// use std::sync::Arc;
/// use kagetsu_gomoku::engine::{Engine, EngineConfig};
/// use kagetsu_kernel::WallClock;
/// let engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
/// kagetsu_protocol::serve(&b"START 15\n"[..], std::io::sink(), engine)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve<R, W>(input: R, output: W, engine: Engine) -> std::io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    serve_with(input, output, engine, Extras::default())
}

/// What a program may bring to a conversation beside the engine.
#[derive(Debug, Default)]
pub struct Extras {
    /// The database for the commands about one.
    pub database: Option<Box<dyn DatabaseService>>,
    /// The log of the conversation, which may be on. `INFO log` switches it.
    pub log: TranscriptLog,
}

/// As [`serve`], with what the program brings. The caller waits for the last lines of the log by
/// [`TranscriptLog::finish`].
///
/// # Errors
/// As [`serve`].
pub fn serve_with<R, W>(input: R, output: W, engine: Engine, extras: Extras) -> std::io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let Extras { database, log } = extras;
    let mailbox = Arc::new(Mailbox::new());
    let (lines, unwritten) = mpsc::sync_channel(MAX_UNWRITTEN);
    let (sender, ended) = mpsc::channel();

    let reader = Reader {
        mailbox: Arc::clone(&mailbox),
        lines: lines.clone(),
        clock: Arc::clone(engine.clock()),
        log: log.clone(),
    };
    // The session's thread has the largest stack. It is started while the address space is still empty.
    let thinking_mailbox = Arc::clone(&mailbox);
    Builder::new()
        .name("session".to_string())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _last = LastLine(lines.clone());
            run_session(&thinking_mailbox, lines, engine, database);
        })?;

    let notice = Notice(sender.clone(), Ended::Writer);
    let writing_mailbox = Arc::clone(&mailbox);
    Builder::new().name("writer".to_string()).spawn(move || {
        let _notice = notice;
        if write_lines(output, &unwritten, &log).is_err() {
            writing_mailbox.close(Closing::End);
        }
    })?;

    let notice = Notice(sender, Ended::Reader);
    Builder::new()
        .name("reader".to_string())
        .spawn(move || reader.run(input, &notice))?;

    wait_for_end(&ended, &mailbox);
    Ok(())
}

/// Waits until the last line of the session is written, or until the time after `END` has passed. A search that is still
/// running some time after the input has ended is told to answer.
fn wait_for_end(ended: &Receiver<Ended>, mailbox: &Mailbox) {
    let mut hurry_at = None;
    loop {
        let left = hurry_at.map(|at: Instant| at.saturating_duration_since(Instant::now()));
        let event = left.map_or_else(
            || ended.recv().map_err(|_| RecvTimeoutError::Disconnected),
            |left| ended.recv_timeout(left),
        );
        match event {
            Ok(Ended::Asked) => break,
            Ok(Ended::Reader) => {
                // The reading thread has closed the mailbox, unless it panicked.
                mailbox.close(Closing::EndOfInput);
                hurry_at = Some(Instant::now() + AFTER_INPUT);
            }
            Ok(Ended::Writer) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                mailbox.hurry();
                // Further requests may be waiting, each with a search of its own.
                hurry_at = Some(Instant::now() + GRACE);
            }
        }
    }
    let deadline = Instant::now() + GRACE;
    while ended
        .recv_timeout(deadline.saturating_duration_since(Instant::now()))
        .is_ok_and(|what| what != Ended::Writer)
    {}
}

/// Events for the thread that waits for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// `END` was read.
    Asked,
    /// The reading thread has ended.
    Reader,
    /// The writing thread has ended: the session is over and its lines are written, or the manager no longer reads.
    Writer,
}

/// Reports the end of a thread, even if it panics.
struct Notice(Sender<Ended>, Ended);

impl Drop for Notice {
    fn drop(&mut self) {
        // An error means that no thread waits for this event any more.
        let _ = self.0.send(self.1);
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

/// Writes each line with one call and flushes it.
fn write_lines(
    mut output: impl Write,
    unwritten: &Receiver<Outgoing>,
    log: &TranscriptLog,
) -> std::io::Result<()> {
    while let Ok(Some(mut line)) = unwritten.recv() {
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
        log.record(Speaker::Engine, line.trim_end().as_bytes());
    }
    Ok(())
}

struct Reader {
    mailbox: Arc<Mailbox>,
    lines: SyncSender<Outgoing>,
    clock: Arc<dyn Clock>,
    log: TranscriptLog,
}

impl Reader {
    /// Reads to the end of the input or to `END`.
    fn run(&self, mut input: impl Read, notice: &Notice) {
        let mut lines = LineSplitter::new();
        let mut parser = Parser::new();
        let mut bytes = vec![0; READ_SIZE];
        loop {
            let count = match input.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let mut has_ended = false;
            lines.feed(&bytes[..count], |line| {
                self.log.record(Speaker::Manager, line.bytes);
                parser.line(line, |command| {
                    if !has_ended {
                        has_ended = command == Command::End;
                        self.pass_on(self.switch_log(command));
                    }
                });
            });
            if has_ended {
                // An error means the same as in `Notice`.
                let _ = notice.0.send(Ended::Asked);
                return;
            }
        }
        self.mailbox.close(Closing::EndOfInput);
    }

    /// Obeys a command about the log, and gives back what the session has to answer.
    fn switch_log(&self, command: Command) -> Command {
        match &command {
            Command::Log(name) if name.is_empty() => self.log.stop(),
            Command::Log(name) => {
                if let Err(error) = self.log.append_to(Path::new(name)) {
                    return Command::LogRefused(format!("'{name}': {error}"));
                }
            }
            _ => {}
        }
        command
    }

    fn pass_on(&self, command: Command) {
        if command == Command::End {
            self.mailbox.close(Closing::End);
            return;
        }
        let now = self.clock.now();
        let Some(about) = self.mailbox.post(command, now) else {
            return;
        };
        let line = Some(Reply::About.to_string());
        match self.lines.try_send(line) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => self.mailbox.post_later(about, now),
            Err(TrySendError::Disconnected(_)) => self.mailbox.close(Closing::End),
        }
    }
}

fn run_session(
    mailbox: &Mailbox,
    lines: SyncSender<Outgoing>,
    engine: Engine,
    database: Option<Box<dyn DatabaseService>>,
) {
    let mut session = Session::new(engine, drawn_seed()).with_database(database);
    let mut host = ServeHost {
        mailbox,
        lines,
        number: 0,
        is_broken: false,
    };
    loop {
        if session.wants_to_ponder()
            && let Some(stop) = mailbox.begin_pondering()
        {
            session.ponder(&stop);
        }
        let Some(request) = mailbox.take() else {
            break;
        };
        host.number = request.number;
        session.handle(request.command, request.read_at, &mut host);
        if host.is_broken {
            break;
        }
    }
}

/// Connects the session with the mailbox and the output.
struct ServeHost<'m> {
    mailbox: &'m Mailbox,
    lines: SyncSender<Outgoing>,
    /// Number of the command that the session handles.
    number: u64,
    /// True if the output can no longer be written.
    is_broken: bool,
}

impl Host for ServeHost<'_> {
    fn reply(&mut self, reply: Reply) {
        let line = Some(reply.to_string());
        if !self.is_broken && self.lines.send(line).is_err() {
            self.is_broken = true;
            self.mailbox.close(Closing::End);
        }
    }

    fn begin_search(&mut self, scope: Scope) -> StopSignal {
        let (stop, abouts) = self.mailbox.begin_search(self.number, scope);
        for _ in 0..abouts {
            self.reply(Reply::About);
        }
        stop
    }

    fn end_search(&mut self) -> Fate {
        self.mailbox.end_search()
    }
}
