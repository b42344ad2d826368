//! Positions that wait for a thread.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;

/// A position of a query.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

/// A queue that several threads take from.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A thread that panicked has left the list whole.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a position.
    pub(super) fn push(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    /// The next position. Waits for one; `None` when the queue is closed and empty.
    pub(super) fn pop(&self) -> Option<Job> {
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
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}
