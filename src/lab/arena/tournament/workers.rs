//! Workers: threads that play games in parallel. Each takes the next game of the list, plays it with its own player and
//! sends the record to the caller.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use kagetsu_kernel::StopSignal;

use super::super::game::GameRunner;
use super::super::settings::{EngineSpec, GamePlan, GameSettings};
use super::pinning::{CpuSet, pin_this_thread};
use kagetsu_notation::record::GameRecord;

/// Plays a game to its end. `None` if the stop signal was raised before: such a game has no result. Each worker has a player
/// of its own; it is made, used and dropped in the worker's thread.
pub type GamePlayer<'a> = Box<dyn FnMut(&GamePlan, &StopSignal) -> Option<GameRecord> + 'a>;

/// Makes the player of a worker.
pub type PlayerFactory<'a> = dyn Fn() -> GamePlayer<'a> + Sync + 'a;

/// Makes for each worker a runner with its own processes of these engines, which keeps all conversations in the folder
/// `log` if there is one.
pub fn runners<'a>(
    engines: Arc<[EngineSpec]>,
    game: &'a GameSettings,
    log: Option<&'a Path>,
) -> Box<PlayerFactory<'a>> {
    Box::new(move || {
        let mut runner = GameRunner::new(Arc::clone(&engines), game.clone()).with_log(log);
        Box::new(move |plan: &GamePlan, stop: &StopSignal| runner.play(plan, stop))
    })
}

/// Why a worker has ended before its work was done, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WorkerError(String);

/// How many workers there are, and where they run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerSettings {
    /// Number of workers; at least one.
    pub count: usize,
    /// The processors of each worker. Empty if workers are not pinned.
    pub pins: Vec<CpuSet>,
}

/// Plays all games, in the order of the plans, and passes each that has ended, and the error of each worker that has failed, to
/// `on_event`, on the calling thread. Returns when all workers have ended: no game is left, or the stop signal was raised by
/// `on_event` or from outside.
///
/// A worker that fails does not stop the others; `on_event` can do that. A panic is such a failure where panics unwind.
/// The release build aborts instead, with the same effect on the folder as a kill.
pub(crate) fn run_workers(
    plans: impl Iterator<Item = GamePlan> + Send,
    settings: &WorkerSettings,
    factory: &PlayerFactory<'_>,
    stop: &StopSignal,
    mut on_event: impl FnMut(Result<GameRecord, WorkerError>),
) {
    let most = plans.size_hint().1.unwrap_or(settings.count);
    let plans = Mutex::new(plans);
    let next = || {
        let mut plans = plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.next()
    };
    let (sender, events) = channel();
    thread::scope(|scope| {
        for worker in 0..settings.count.clamp(1, most.max(1)) {
            let (sender, failed) = (sender.clone(), sender.clone());
            let work = MatchThread {
                number: worker,
                pins: settings.pins.get(worker),
                next: &next,
                stop,
            };
            let thread = Builder::new()
                .name(format!("worker {worker}"))
                .spawn_scoped(scope, move || work.run(factory, &sender));
            if let Err(error) = thread {
                let error = WorkerError(format!("cannot start worker {worker}: {error}"));
                // The receiver lives as long as this scope.
                let _ = failed.send(Err(error));
            }
        }
        drop(sender);
        events.into_iter().for_each(&mut on_event);
    });
}

/// One worker thread.
struct MatchThread<'a> {
    number: usize,
    pins: Option<&'a CpuSet>,
    /// Gives the plan of the next game.
    next: &'a (dyn Fn() -> Option<GamePlan> + Sync),
    stop: &'a StopSignal,
}

impl MatchThread<'_> {
    /// Plays until no game is left, and reports an earlier end. It also ends when the receiver of the events is gone.
    fn run(&self, factory: &PlayerFactory<'_>, sender: &Sender<Result<GameRecord, WorkerError>>) {
        let worker = self.number;
        let failed = |text: String| {
            let _ = sender.send(Err(WorkerError(text)));
        };
        if let Some(Err(error)) = self.pins.map(pin_this_thread) {
            return failed(format!(
                "cannot pin worker {worker} to its processors: {error}"
            ));
        }
        // A player that has panicked is not used again, so unwind safety is not needed.
        let played = catch_unwind(AssertUnwindSafe(|| self.play(factory, sender)));
        if let Err(panic) = played {
            let message = message_of(panic.as_ref());
            failed(format!("worker {worker} has panicked: {message}"));
        }
    }

    fn play(&self, factory: &PlayerFactory<'_>, sender: &Sender<Result<GameRecord, WorkerError>>) {
        let mut player = factory();
        while !self.stop.is_raised() {
            let Some(plan) = (self.next)() else {
                return;
            };
            let Some(record) = player(&plan, self.stop) else {
                return;
            };
            if sender.send(Ok(record)).is_err() {
                return;
            }
        }
    }
}

/// The text of a panic, if it has one.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(owned).unwrap_or("no message").to_string()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::pinning::{allowed, processors_for};
    use super::*;

    #[test]
    fn a_worker_makes_its_player_on_its_own_processors() {
        let pins = processors_for(1, 1).expect("at least one processor");
        let settings = WorkerSettings { count: 1, pins };
        let found = Mutex::new(Vec::new());
        let factory = || -> GamePlayer<'_> {
            // Engines inherit the processors of the thread that starts them.
            let processors = allowed().expect("processors");
            found.lock().expect("no panic").push(processors);
            Box::new(|_: &GamePlan, _: &StopSignal| None)
        };
        let plan = GamePlan {
            game: 0,
            pair: 0,
            black: 0,
            white: 1,
            opening: String::new(),
        };
        let stop = StopSignal::new();
        run_workers([plan].into_iter(), &settings, &factory, &stop, |_| {});
        assert_eq!(found.into_inner().expect("no panic"), settings.pins);
    }
}
