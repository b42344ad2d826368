//! Talks with a session without threads, input or output.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_kernel::line_host::{LineSplitter, ResultUse, Scope};
use kagetsu_kernel::{FakeClock, StopSignal};
use kagetsu_protocol::command::Command;
use kagetsu_protocol::parse::Parser;
use kagetsu_protocol::{Host, Reply, Session};

/// Enough for a small table, so that many engines can be made.
const MEMORY: u64 = 32 << 20;

/// Writes the replies down; every search is told to stop as soon as it begins, unless it is to run out.
pub(super) struct Recorder {
    replies: Vec<Reply>,
    pub(super) scopes: Vec<Scope>,
    pub(super) stops: bool,
    pub(super) result_use: ResultUse,
}

impl Host for Recorder {
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    fn begin_search(&mut self, scope: Scope) -> StopSignal {
        self.scopes.push(scope);
        let stop = StopSignal::new();
        if self.stops {
            stop.raise();
        }
        stop
    }

    fn end_search(&mut self) -> ResultUse {
        self.result_use
    }
}

pub(super) struct Talk {
    pub(super) session: Session,
    pub(super) host: Recorder,
    lines: LineSplitter,
    parser: Parser,
}

impl Talk {
    pub(super) fn new() -> Self {
        let config = EngineConfig {
            max_memory: MEMORY,
            ..EngineConfig::default()
        };
        Self {
            session: Session::new(Engine::new(config, Arc::new(FakeClock::new())), 0),
            host: Recorder {
                replies: Vec::new(),
                scopes: Vec::new(),
                stops: true,
                result_use: ResultUse::Answer,
            },
            lines: LineSplitter::new(),
            parser: Parser::new(),
        }
    }

    pub(super) fn commands(&mut self, bytes: &[u8]) -> Vec<Command> {
        let mut commands = Vec::new();
        self.lines.feed(bytes, |line| {
            self.parser.line(line, |command| commands.push(command));
        });
        commands
    }

    /// Obeys one command and returns what was said.
    pub(super) fn obey(&mut self, command: Command) -> Vec<Reply> {
        self.session.handle(command, Duration::ZERO, &mut self.host);
        std::mem::take(&mut self.host.replies)
    }

    /// Sends lines and returns all that was said, as text.
    pub(super) fn say(&mut self, text: &str) -> Vec<String> {
        let mut said = Vec::new();
        for command in self.commands(format!("{text}\n").as_bytes()) {
            said.extend(self.obey(command).iter().map(ToString::to_string));
        }
        said
    }

    pub(super) fn position(&self) -> &Position {
        self.session.position().expect("START was accepted")
    }
}

pub(super) fn stones(position: &Position) -> Vec<(usize, usize, Side)> {
    position
        .stones()
        .iter()
        .map(|&(point, side)| (point.x(), point.y(), side))
        .collect()
}

/// Is the line two numbers with a comma between them, as a move is answered?
pub(super) fn is_pair(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.split_once(',')
        .is_some_and(|(x, y)| is_number(x) && is_number(y))
}
