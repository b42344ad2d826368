//! Positions that wait for a thread, and the threads that search them.

use std::collections::VecDeque;
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
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    /// Where the answer goes.
    pub(super) answers: SyncSender<Message>,
}

#[derive(Debug, Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    is_closed: bool,
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

    /// Adds a position.
    fn push(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    /// The next position. Waits for one; `None` when the queue is closed and empty.
    fn pop(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if let Some(job) = waiting.jobs.pop_front() {
                return Some(job);
            }
            if waiting.is_closed {
                return None;
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

    /// Has a position searched.
    pub(super) fn search(&self, job: Job) {
        self.queue.push(job);
    }

    /// Takes out some of the positions that no thread has begun.
    pub(super) fn take(&self, is_taken: impl Fn(&Job) -> bool) -> VecDeque<Job> {
        let mut waiting = self.queue.lock();
        let all = std::mem::take(&mut waiting.jobs).into_iter();
        let (taken, left): (VecDeque<Job>, VecDeque<Job>) = all.partition(is_taken);
        waiting.jobs = left;
        taken
    }

    /// Number of positions that wait for a thread.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.queue.lock().jobs.len()
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
