//! The thread that does what the table asks of the screen's game.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::registry::{Opponents, RunningProgram};
use crate::table::{Task, TaskResult};

/// A task that has ended.
#[derive(Debug)]
pub(super) struct Done {
    /// What was found, if there is anything to take.
    pub(super) found: Option<TaskResult>,
    /// The programs that run now.
    pub(super) running: Vec<RunningProgram>,
}

/// The ends of the two channels that the screen holds. Dropping them ends the thread after its task, and the programs with
/// it.
#[derive(Debug)]
pub(super) struct Worker {
    tasks: Option<Sender<Task>>,
    done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(mut opponents: Opponents) -> std::io::Result<Self> {
        let (tasks, asked) = channel::<Task>();
        let (told, done) = channel();
        let work = move || {
            for task in asked {
                let found = task.run(&mut opponents, &mut |_| {});
                let running = opponents.running();
                if told.send(Done { found, running }).is_err() {
                    break;
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name("kagetsu".to_string())
            .spawn(work)?;
        Ok(Self {
            tasks: Some(tasks),
            done,
            thread: Some(thread),
        })
    }

    pub(super) fn ask(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // A thread that has ended answers nothing more; the screen goes on for two persons.
            let _ = tasks.send(task);
        }
    }

    /// The task that has ended, if one has.
    pub(super) fn done(&self) -> Option<Done> {
        self.done.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}
