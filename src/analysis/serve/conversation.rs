//! One conversation: what is asked in it, what is still to be answered, and the answers as lines.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::query::{Parsed, Query, QueryDefaults, Request};
use super::queue::{Message, Pool};
use super::reply::{ActionReply, Reply};
use crate::lines::{InputLine, MAX_LINE};

/// Unknown fields of a line that are named at most; of the others there is the number.
const MAX_WARNINGS: usize = 16;

/// Messages of a conversation that may wait, if no fewer positions may. More make the senders wait.
const MAX_MESSAGES: usize = 500;
/// How often an output that hears nothing is asked whether it is still open. A pipe does not tell: only what is written to it
/// shows that it is closed.
const TICK: Duration = Duration::from_millis(250);

/// A query that is not yet answered.
struct Running {
    query: Arc<Query>,
    /// Its number in the queue.
    number: u64,
    /// Positions that are not answered.
    left: usize,
}

/// The queries of a conversation that are not yet answered. Their searches end when it is dropped.
pub(super) struct Conversation<'s> {
    pool: &'s Pool,
    defaults: &'s QueryDefaults,
    /// The queries by their ids as JSON, so that 7 and "7" differ.
    running: HashMap<String, Running>,
    waiting: usize,
    most_waiting: usize,
    sender: SyncSender<Message>,
    messages: Receiver<Message>,
}

impl<'s> Conversation<'s> {
    /// A conversation in which at most so many positions may wait. Up to five hundred, a slow reader holds no search up.
    pub(super) fn new(pool: &'s Pool, defaults: &'s QueryDefaults, most_waiting: usize) -> Self {
        let (sender, messages) = sync_channel(MAX_MESSAGES.min(most_waiting));
        Self {
            pool,
            defaults,
            running: HashMap::new(),
            waiting: 0,
            most_waiting,
            sender,
            messages,
        }
    }

    /// Where the lines of an input are sent.
    pub(super) fn sender(&self) -> SyncSender<Message> {
        self.sender.clone()
    }

    /// Number of positions that are not answered.
    pub(super) const fn waiting(&self) -> usize {
        self.waiting
    }

    /// Answers until the input has ended and everything that was asked is answered. The output is flushed now and then, which
    /// fails when it is closed.
    ///
    /// # Errors
    /// When an answer cannot be written.
    pub(super) fn answer(&mut self, mut has_ended: bool, out: &mut dyn Write) -> io::Result<()> {
        while !has_ended || self.waiting > 0 {
            match self.messages.recv_timeout(TICK) {
                Ok(Message::End) => has_ended = true,
                Ok(Message::Line(line)) => {
                    for reply in self.hear(&line) {
                        write(&reply, out)?;
                    }
                }
                Ok(Message::Answer(reply)) => {
                    if let Reply::Found(found) = &reply {
                        self.settle(&found.id.to_string());
                    }
                    write(&reply, out)?;
                }
                Err(RecvTimeoutError::Timeout) => out.flush()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    /// Does what a line asks. Some lines are answered at once.
    pub(super) fn hear(&mut self, line: &InputLine) -> Vec<Reply> {
        let text = match line {
            InputLine::Bytes(bytes) if bytes.is_empty() => return Vec::new(),
            InputLine::Bytes(bytes) => String::from_utf8_lossy(bytes),
            InputLine::TooLong => {
                let error = format!("the line has more than {MAX_LINE} bytes");
                return vec![Reply::refusal(None, error)];
            }
        };
        let Parsed { request, unknown } = match Request::parse(&text, self.defaults) {
            Ok(parsed) => parsed,
            Err(error) => return vec![Reply::error(error)],
        };
        let id = request.id().clone();
        let others = unknown.len().saturating_sub(MAX_WARNINGS);
        let warnings = unknown.iter().take(MAX_WARNINGS).enumerate();
        let warnings = warnings.map(|(number, field)| {
            let is_last = number + 1 == MAX_WARNINGS;
            Reply::unknown(&id, field, if is_last { others } else { 0 })
        });
        let mut replies: Vec<Reply> = warnings.collect();
        replies.extend(self.obey(request));
        replies
    }

    fn obey(&mut self, request: Request) -> Vec<Reply> {
        let (id, action, of, version, stopped) = match request {
            Request::Analyse(query) => return self.accept(*query).into_iter().collect(),
            Request::Terminate { id, of } => {
                let stopped = self.stop(&of.to_string());
                (id, "terminate", Some(of), None, stopped)
            }
            Request::TerminateAll { id } => (id, "terminate_all", None, None, self.stop_all()),
            Request::Version { id } => {
                let version = env!("CARGO_PKG_VERSION");
                (id, "query_version", None, Some(version), Vec::new())
            }
        };
        let done = Reply::Action(ActionReply {
            id,
            action,
            terminate_id: of,
            version,
        });
        std::iter::once(done).chain(stopped).collect()
    }

    fn accept(&mut self, query: Query) -> Option<Reply> {
        let refuse = |error: String| Some(Reply::refusal(Some(query.id.clone()), error));
        let key = query.id.to_string();
        if self.running.contains_key(&key) {
            return refuse("a query with this id is still running".to_string());
        }
        let left = query.turns.len();
        if self.waiting + left > self.most_waiting {
            return refuse(format!("more than {} positions wait", self.most_waiting));
        }
        self.waiting += left;
        let query = Arc::new(query);
        let number = self.pool.search(&query, self.sender.clone());
        let running = Running {
            query,
            number,
            left,
        };
        self.running.insert(key, running);
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

    /// Stops a query. The positions that no thread has begun are answered at once: they would wait for those of others.
    fn stop(&mut self, id: &str) -> Vec<Reply> {
        let Some(Running { query, number, .. }) = self.running.get(id) else {
            return Vec::new();
        };
        query.stop.raise();
        let (query, turns) = (Arc::clone(query), self.pool.take(*number));
        let answers = turns.into_iter().map(|turn| {
            self.settle(id);
            Reply::unsearched(&query, turn)
        });
        answers.collect()
    }

    /// Stops all queries.
    fn stop_all(&mut self) -> Vec<Reply> {
        let ids: Vec<String> = self.running.keys().cloned().collect();
        ids.iter().flat_map(|id| self.stop(id)).collect()
    }
}

impl Drop for Conversation<'_> {
    fn drop(&mut self) {
        // Nobody hears the answers.
        drop(self.stop_all());
    }
}

/// Writes a line.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(reply: &Reply, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, reply)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;
    use crate::search::Effort;

    #[test]
    fn positions_that_no_thread_has_begun_do_not_wait_once_they_are_stopped() {
        const QUERY: &str = r#"{"id":"a","moves":"h8","analyzeTurns":[0,1]}"#;
        const TERMINATE: &str = r#"{"id":"b","action":"terminate","terminateId":"a"}"#;
        let defaults = QueryDefaults {
            rule: Some(Rule::Renju),
            size: BoardSize::STANDARD,
            effort: Effort::default(),
            longest: None,
        };
        // Nobody searches.
        let pool = Pool::default();
        let [mut stays, mut goes] = [(); 2].map(|()| Conversation::new(&pool, &defaults, 9));
        let replies = |conversation: &mut Conversation<'_>, text: &str| {
            let line = InputLine::Bytes(text.into());
            conversation.hear(&line).len()
        };
        for conversation in [&mut stays, &mut goes] {
            assert_eq!(replies(conversation, QUERY), 0);
        }
        assert_eq!(pool.waiting(), 4);
        drop(goes);
        assert_eq!(pool.waiting(), 2);
        assert_eq!(replies(&mut stays, TERMINATE), 3);
        assert_eq!((pool.waiting(), stays.waiting()), (0, 0));
        // The id is free again.
        assert_eq!(replies(&mut stays, QUERY), 0);
    }
}
