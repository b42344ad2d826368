//! Reads queries, lets the threads search, and writes answers. One thread reads the input, this one decides and writes.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, Builder};

use kagetsu_gomoku::search::STACK_BYTES;
use kagetsu_kernel::StopSignal;

use crate::search::Searcher;

use super::lines::{InputLine, MAX_LINE, next_line};
use super::query::{Parsed, Query, QueryDefaults, Request};
use super::queue::{Job, Queue};
use super::reply::{ActionReply, Reply};

/// Most positions that may wait.
const MAX_WAITING: usize = 100_000;
/// Messages between the threads that may wait. More make the senders wait.
const MAX_MESSAGES: usize = 64;

/// What the deciding thread hears.
enum Message {
    Line(InputLine),
    End,
    Answer(Reply),
}

/// Answers queries until the input ends and everything that was asked is answered.
///
/// # Errors
/// When an answer cannot be written, or a thread cannot be started. The thread that reads may then wait for its line.
pub fn serve(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    defaults: &QueryDefaults,
    threads: usize,
) -> io::Result<()> {
    let (sender, messages) = sync_channel(MAX_MESSAGES);
    let to_reader = sender.clone();
    Builder::new().spawn(move || read(input, &to_reader))?;
    let queue = Queue::default();
    thread::scope(|scope| {
        let mut server = Server {
            queue: &queue,
            defaults,
            running: HashMap::new(),
            waiting: 0,
        };
        let mut started = Ok(());
        for _ in 0..threads.max(1) {
            let (queue, sender) = (&queue, sender.clone());
            let worker = Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(queue, &sender));
            started = started.and(worker.map(|_| ()));
        }
        let done = started.and_then(|()| server.serve(&messages, out));
        server.stop_all();
        queue.close();
        // A thread that still has an answer must not wait for somebody to hear it.
        drop(messages);
        done
    })
}

fn read(mut input: impl BufRead, sender: &SyncSender<Message>) {
    // An input that cannot be read has ended.
    while let Ok(Some(line)) = next_line(&mut input) {
        if sender.send(Message::Line(line)).is_err() {
            return;
        }
    }
    // Nobody listens any more when this fails.
    let _ = sender.send(Message::End);
}

fn work(queue: &Queue, sender: &SyncSender<Message>) {
    let mut searcher = Searcher::new(1);
    while let Some(Job { query, turn }) = queue.pop() {
        if let Some(end) = query.end(turn) {
            if sender
                .send(Message::Answer(Reply::over(&query, turn, end)))
                .is_err()
            {
                return;
            }
            continue;
        }
        let found = (!query.stop.is_raised()).then(|| {
            let position = query.game.position(turn);
            searcher.search(&position, query.excluded, &query.effort, &query.stop)
        });
        let reply = Reply::found(&query, turn, found.as_ref());
        if sender.send(Message::Answer(reply)).is_err() {
            return;
        }
    }
}

/// A query that is not yet answered.
struct Running {
    stop: StopSignal,
    /// Positions that are not answered.
    left: usize,
}

/// The queries that are not yet answered.
struct Server<'s> {
    queue: &'s Queue,
    defaults: &'s QueryDefaults,
    /// The queries by their ids as JSON, so that 7 and "7" differ.
    running: HashMap<String, Running>,
    waiting: usize,
}

impl Server<'_> {
    fn serve(&mut self, messages: &Receiver<Message>, out: &mut dyn Write) -> io::Result<()> {
        let mut has_ended = false;
        while !has_ended || self.waiting > 0 {
            let Ok(message) = messages.recv() else {
                break;
            };
            match message {
                Message::End => has_ended = true,
                Message::Line(line) => {
                    for reply in self.hear(&line) {
                        write(&reply, out)?;
                    }
                }
                Message::Answer(reply) => {
                    if let Reply::Found(found) = &reply {
                        self.settle(&found.id.to_string());
                    }
                    write(&reply, out)?;
                }
            }
        }
        Ok(())
    }

    /// Does what a line asks. Some lines are answered at once.
    fn hear(&mut self, line: &InputLine) -> Vec<Reply> {
        let text = match line {
            InputLine::Text(text) if text.is_empty() => return Vec::new(),
            InputLine::Text(text) => text,
            InputLine::TooLong => {
                let error = format!("the line has more than {MAX_LINE} bytes");
                return vec![Reply::refusal(None, error)];
            }
        };
        let Parsed { request, unknown } = match Request::parse(text, self.defaults) {
            Ok(parsed) => parsed,
            Err(error) => return vec![Reply::error(error)],
        };
        let id = request.id().clone();
        let warnings = unknown.into_iter();
        let mut replies: Vec<Reply> = warnings.map(|field| Reply::unknown(&id, field)).collect();
        replies.extend(self.obey(request));
        replies
    }

    fn obey(&mut self, request: Request) -> Option<Reply> {
        let (id, action, of, version) = match request {
            Request::Analyse(query) => return self.accept(*query),
            Request::Terminate { id, of } => {
                if let Some(running) = self.running.get(&of.to_string()) {
                    running.stop.raise();
                }
                (id, "terminate", Some(of), None)
            }
            Request::TerminateAll { id } => {
                self.stop_all();
                (id, "terminate_all", None, None)
            }
            Request::Version { id } => {
                let version = env!("CARGO_PKG_VERSION");
                (id, "query_version", None, Some(version))
            }
        };
        Some(Reply::Action(ActionReply {
            id,
            action,
            terminate_id: of,
            version,
        }))
    }

    fn accept(&mut self, query: Query) -> Option<Reply> {
        let refuse = |error: String| Some(Reply::refusal(Some(query.id.clone()), error));
        let key = query.id.to_string();
        if self.running.contains_key(&key) {
            return refuse("a query with this id is still running".to_string());
        }
        let left = query.turns.len();
        if self.waiting + left > MAX_WAITING {
            return refuse(format!("more than {MAX_WAITING} positions wait"));
        }
        self.waiting += left;
        let stop = query.stop.clone();
        self.running.insert(key, Running { stop, left });
        let query = Arc::new(query);
        for &turn in &query.turns {
            let query = Arc::clone(&query);
            self.queue.push(Job { query, turn });
        }
        None
    }

    /// A position of the query is answered.
    fn settle(&mut self, id: &str) {
        self.waiting -= 1;
        if let Some(running) = self.running.get_mut(id) {
            running.left -= 1;
            if running.left == 0 {
                self.running.remove(id);
            }
        }
    }

    fn stop_all(&self) {
        for running in self.running.values() {
            running.stop.raise();
        }
    }
}

fn write(reply: &Reply, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, reply)?;
    out.write_all(b"\n")?;
    out.flush()
}
