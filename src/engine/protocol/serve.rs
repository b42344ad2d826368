//! Serves one manager: what the host of the kernel is given for it.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::engine::Engine;
use kagetsu_kernel::file::is_closed_by_reader;
use kagetsu_kernel::line_host::{
    self, Delivery, InputLine, LineParser, LineSession, Message, ResultUse, Scope, ServeError,
    line_writer,
};
use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{Clock, StopSignal};

use super::command::Command;
use super::database_service::DatabaseService;
use super::error::ProtocolError;
use super::parse::Parser;
use super::reply::Reply;
use super::session::{Host, Session};
use super::transcript_log::{Speaker, TranscriptLog};

/// What a program may bring to a conversation beside the engine.
#[derive(Debug, Default)]
pub struct Extras {
    /// The database for the commands about one.
    pub database: Option<Box<dyn DatabaseService>>,
    /// The log of the conversation, which may be on. `INFO log` switches it.
    pub log: TranscriptLog,
}

/// Serves a manager until it sends `END`, closes the input, or no longer reads the output.
///
/// Returns soon after `END` or the last line that could be written, whatever the engine does; only commands about a database or
/// the file of a table are obeyed first. Its threads may then still be running, and the caller should exit the program, after
/// the last lines of the log: see [`TranscriptLog::finish`].
///
/// # Errors
/// When the system cannot start a thread, or the output cannot be written. A manager that no longer reads has gone, which is no
/// error.
///
/// ```
/// use std::sync::Arc;
/// use kagetsu_gomoku::engine::{Engine, EngineConfig};
/// use kagetsu_kernel::WallClock;
/// use kagetsu_protocol::Extras;
/// let engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
/// kagetsu_protocol::serve(&b"START 15\n"[..], std::io::sink(), engine, Extras::default())?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve<R, W>(input: R, output: W, engine: Engine, extras: Extras) -> Result<(), ServeError>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let Extras { database, log } = extras;
    let parser = RequestParser {
        parser: Parser::new(),
        clock: Arc::clone(engine.clock()),
        log: log.clone(),
    };
    let served = Served {
        session: Session::new(engine, drawn_seed()).with_database(database),
        log: log.clone(),
    };
    let mut write = line_writer(output);
    let write_and_log = move |line: String| {
        let said = line.clone();
        write(line)?;
        log.record(Speaker::Engine, said.trim_end().as_bytes());
        Ok(())
    };
    match line_host::serve(input, write_and_log, parser, served) {
        Err(ServeError::Output(error)) if is_closed_by_reader(&error) => Ok(()),
        served => served,
    }
}

/// A command as it was read.
struct Request {
    /// Reading of the clock when its last line was read.
    read_at: Duration,
    /// The command, or why it was refused when it was read.
    command: Result<Command, ProtocolError>,
}

impl Message for Request {
    fn interrupts(&self) -> bool {
        self.command.as_ref().is_ok_and(Message::interrupts)
    }

    fn ends(&self) -> bool {
        self.command.as_ref().is_ok_and(Message::ends)
    }

    fn lasts(&self) -> bool {
        self.command.as_ref().is_ok_and(Message::lasts)
    }

    fn fixed_answer(&self) -> Option<String> {
        (self.command == Ok(Command::About)).then(|| Reply::About.to_string())
    }

    fn weight(&self) -> usize {
        self.command.as_ref().map_or(0, Message::weight)
    }
}

/// Reads commands, and keeps the log.
struct RequestParser {
    parser: Parser,
    clock: Arc<dyn Clock>,
    log: TranscriptLog,
}

impl LineParser for RequestParser {
    type Message = Request;

    fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(Request)) {
        self.log.record(Speaker::Manager, line.bytes);
        self.parser.line(line, |command| {
            take(Request {
                read_at: self.clock.now(),
                command: switch_log(&self.log, command),
            });
        });
    }
}

/// Obeys a command about the log, so that no line after it is missing.
fn switch_log(log: &TranscriptLog, command: Command) -> Result<Command, ProtocolError> {
    match &command {
        Command::Log(name) if name.is_empty() => log.stop(),
        Command::Log(name) => log
            .append_to(Path::new(name))
            .map_err(|error| ProtocolError::Log(format!("'{name}': {error}")))?,
        _ => {}
    }
    Ok(command)
}

/// The session as the host sees it.
struct Served {
    session: Session,
    log: TranscriptLog,
}

impl LineSession for Served {
    type Message = Request;

    const DELIVERY: Delivery = Delivery::Prompt;

    fn answer(&mut self, request: Request, host: &mut line_host::Host<'_, Request>) {
        let log = &self.log;
        let mut host = Replies { host, log };
        match request.command {
            Ok(command) => self.session.handle(command, request.read_at, &mut host),
            Err(error) => host.reply(Reply::Error(error.to_string())),
        }
    }

    fn wants_to_ponder(&self) -> bool {
        self.session.wants_to_ponder()
    }

    fn ponder(&mut self, stop: &StopSignal, _host: &mut line_host::Host<'_, Request>) {
        self.session.ponder(stop);
    }
}

/// Sends replies as lines, and faults of the log before them.
struct Replies<'h, 'm> {
    host: &'h mut line_host::Host<'m, Request>,
    log: &'h TranscriptLog,
}

impl Host for Replies<'_, '_> {
    fn reply(&mut self, reply: Reply) {
        let fault = self.log.take_fault().map(Reply::Message);
        for reply in fault.into_iter().chain([reply]) {
            self.host.say(reply.to_string());
        }
    }

    fn begin_search(&mut self, scope: Scope) -> StopSignal {
        self.host.begin_search(scope)
    }

    fn end_search(&mut self) -> ResultUse {
        self.host.end_search()
    }

    fn edit_follows(&self) -> bool {
        self.host.next_is(
            |next| matches!(&next.command, Ok(Command::Database(request, _)) if request.is_edit()),
        )
    }
}
