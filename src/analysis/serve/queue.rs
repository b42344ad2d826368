//! Positions that wait for a thread, and the threads that search them.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use kagetsu_kernel::STACK_BYTES;

use super::query::Query;
use super::reply::Reply;
use crate::lines::InputLine;
use crate::search::Searcher;

/// What a conversation hears.
pub(super) enum Message {
    /// A line of its input.
    Line(InputLine),
    /// The input has ended.
    End,
    /// A position was searched.
    Answer(Reply),
}

/// A position of a query.
#[derive(Debug)]
struct Job {
    query: Arc<Query>,
    turn: usize,
    answers: SyncSender<Message>,
}

/// A query with positions that no thread has begun.
#[derive(Debug)]
struct WaitingQuery {
    query: Arc<Query>,
    turns: VecDeque<usize>,
    /// Where the answers go.
    answers: SyncSender<Message>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// By numbers, which grow: the first one has waited longest.
    queries: BTreeMap<u64, WaitingQuery>,
    next_number: u64,
    is_closed: bool,
}

impl Waiting {
    /// The position that has waited longest.
    fn pop(&mut self) -> Option<Job> {
        let mut first = self.queries.first_entry()?;
        let WaitingQuery {
            query,
            turns,
            answers,
        } = first.get_mut();
        let turn = turns.pop_front()?;
        let job = Job {
            query: Arc::clone(query),
            turn,
            answers: answers.clone(),
        };
        if turns.is_empty() {
            first.remove();
        }
        Some(job)
    }
}

/// A queue that several threads take from.
#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A thread that panicked has left the list whole.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a query, and gives its number.
    fn push(&self, query: WaitingQuery) -> u64 {
        let mut waiting = self.lock();
        let number = waiting.next_number;
        waiting.next_number += 1;
        if !query.turns.is_empty() {
            waiting.queries.insert(number, query);
            self.changed.notify_all();
        }
        number
    }

    /// The next position. Waits for one; `None` when the queue is closed and empty.
    fn pop(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            let job = waiting.pop();
            if job.is_some() || waiting.is_closed {
                return job;
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nothing more will come.
    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

/// The threads that search the positions of all conversations. They end when it is dropped.
#[derive(Debug, Default)]
pub(super) struct Pool {
    queue: Arc<Queue>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// So many threads, at least one.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(super) fn start(threads: usize) -> io::Result<Self> {
        let mut pool = Self::default();
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&pool.queue);
            let worker = Builder::new().stack_size(STACK_BYTES);
            pool.workers.push(worker.spawn(move || work(&queue))?);
        }
        Ok(pool)
    }

    /// Has the positions of a query searched. Gives its number in the queue.
    pub(super) fn search(&self, query: &Arc<Query>, answers: SyncSender<Message>) -> u64 {
        self.queue.push(WaitingQuery {
            query: Arc::clone(query),
            turns: query.turns.iter().copied().collect(),
            answers,
        })
    }

    /// Takes out the positions of a query that no thread has begun.
    pub(super) fn take(&self, number: u64) -> VecDeque<usize> {
        let taken = self.queue.lock().queries.remove(&number);
        taken.map_or_else(VecDeque::new, |query| query.turns)
    }

    /// Number of positions that wait for a thread.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        let waiting = self.queue.lock();
        waiting
            .queries
            .values()
            .map(|query| query.turns.len())
            .sum()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        for worker in self.workers.drain(..) {
            // One that panicked has ended, too.
            let _ = worker.join();
        }
    }
}

fn work(queue: &Queue) {
    let mut searcher = Searcher::new(1);
    while let Some(Job {
        query,
        turn,
        answers,
    }) = queue.pop()
    {
        let reply = if query.stop.is_raised() || query.end(turn).is_some() {
            Reply::unsearched(&query, turn)
        } else {
            let position = query.game.position(turn);
            let found = searcher.search(&position, query.excluded, &query.effort, &query.stop);
            Reply::found(&query, turn, Some(&found))
        };
        // Whoever asked may be gone.
        let _ = answers.send(Message::Answer(reply));
    }
}
