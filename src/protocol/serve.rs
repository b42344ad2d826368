//! Serves one manager: one thread reads and parses, another runs the session. Only this module does input and output.

use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use kagetsu_gomoku::engine::Engine;
use kagetsu_gomoku::search::STACK_BYTES;
use kagetsu_kernel::{Clock, StopSignal};

use super::command::Command;
use super::lines::LineSplitter;
use super::mailbox::{Closing, Mailbox, Posted};
use super::parse::Parser;
use super::reply::Reply;
use super::session::{Fate, Host, Scope, Session};

/// Largest number of bytes read at once.
const READ_SIZE: usize = 8 << 10;
/// Longest time to wait for the session after `END`. Managers allow half a second.
const GRACE: Duration = Duration::from_millis(50);

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
    let mailbox = Arc::new(Mailbox::new());
    let output = Output(Arc::new(Mutex::new(output)));
    let (sender, ended) = mpsc::channel();

    let reader = Reader {
        mailbox: Arc::clone(&mailbox),
        output: output.clone(),
        clock: Arc::clone(engine.clock()),
    };
    let notice = Notice(sender.clone(), Ended::Reader);
    Builder::new()
        .name("reader".to_string())
        .spawn(move || reader.run(input, &notice))?;

    let notice = Notice(sender, Ended::Session);
    let thinking_mailbox = Arc::clone(&mailbox);
    Builder::new()
        .name("session".to_string())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _notice = notice;
            run_session(&thinking_mailbox, output, engine);
        })?;

    wait_for_end(&ended, &mailbox);
    Ok(())
}

/// Waits until the session has ended, or until its time after `END` has passed.
fn wait_for_end(ended: &Receiver<Ended>, mailbox: &Mailbox) {
    loop {
        match ended.recv() {
            Ok(Ended::Asked) => break,
            // The reading thread has closed the mailbox, unless it panicked.
            Ok(Ended::Reader) => mailbox.close(Closing::EndOfInput),
            Ok(Ended::Session) | Err(_) => return,
        }
    }
    while ended
        .recv_timeout(GRACE)
        .is_ok_and(|what| what != Ended::Session)
    {}
}

/// Events for the thread that waits for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// `END` was read.
    Asked,
    /// The reading thread has ended.
    Reader,
    /// The session's thread has ended.
    Session,
}

/// Reports the end of a thread, even if it panics.
struct Notice(Sender<Ended>, Ended);

impl Drop for Notice {
    fn drop(&mut self) {
        // An error means that no thread waits for this event any more.
        let _ = self.0.send(self.1);
    }
}

/// The output to the manager, shared by the threads.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Writes a line with one call and flushes it.
    fn send(&self, reply: &Reply) -> std::io::Result<()> {
        let line = format!("{reply}\n");
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(line.as_bytes())?;
        output.flush()
    }
}

struct Reader<W> {
    mailbox: Arc<Mailbox>,
    output: Output<W>,
    clock: Arc<dyn Clock>,
}

impl<W: Write> Reader<W> {
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
                parser.line(line, |command| {
                    if !has_ended {
                        has_ended = command == Command::End;
                        self.pass_on(command);
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

    fn pass_on(&self, command: Command) {
        let is_over = command == Command::End
            || (self.mailbox.post(command, self.clock.now()) == Posted::AnswerNow
                && self.output.send(&Reply::About).is_err());
        if is_over {
            self.mailbox.close(Closing::End);
        }
    }
}

fn run_session(mailbox: &Mailbox, output: Output<impl Write>, engine: Engine) {
    let mut session = Session::new(engine);
    let mut host = ServeHost {
        mailbox,
        output,
        number: 0,
        is_broken: false,
    };
    while let Some(request) = mailbox.take() {
        host.number = request.number;
        session.handle(request.command, request.read_at, &mut host);
        if host.is_broken {
            break;
        }
    }
}

/// Connects the session with the mailbox and the output.
struct ServeHost<'m, W> {
    mailbox: &'m Mailbox,
    output: Output<W>,
    /// Number of the command that the session handles.
    number: u64,
    /// True if the output can no longer be written.
    is_broken: bool,
}

impl<W: Write> Host for ServeHost<'_, W> {
    fn reply(&mut self, reply: Reply) {
        if !self.is_broken && self.output.send(&reply).is_err() {
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
