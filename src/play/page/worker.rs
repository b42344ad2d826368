//! The thread that thinks. It sleeps while there is nothing to do and tells every change to the listening pages.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

use kagetsu_kernel::{Clock, StopSignal};
use serde_json::json;

use crate::game::{Game, Line, Outcome, Seat, Spots, Step};
use crate::player::{Allowance, EnginePlayer, OutsideFault, OutsidePrograms};
use crate::registry::{Asked, Opponents};
use crate::session::{Session, Ticket};

use super::lesson::Question;
use super::line::LineView;
use super::prover::prove;
use super::table::{Job, Table};
use super::view::View;

/// Changes that a slow page may be behind; all pages share them.
const BACKLOG: usize = 64;

/// A kind of news and its JSON.
pub(super) type News = (&'static str, Arc<str>);

/// The table, and whether its threads are to go on.
#[derive(Debug)]
struct Served {
    table: Table,
    is_open: bool,
}

/// The table as the server and the worker share it.
#[derive(Debug)]
pub(super) struct Shared {
    served: Mutex<Served>,
    changed: Condvar,
    news: broadcast::Sender<News>,
}

impl Shared {
    pub(super) fn new(table: Table) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        Arc::new(Self {
            served: Mutex::new(Served {
                table,
                is_open: true,
            }),
            changed: Condvar::new(),
            news,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Served> {
        self.served.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the table.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&self.lock().table)
    }

    /// Changes the table; the pages and the worker hear of it.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        self.change_and_show(change).0
    }

    /// The same with the JSON of what the pages are shown.
    pub(super) fn change_and_show<T>(&self, change: impl FnOnce(&mut Table) -> T) -> (T, Arc<str>) {
        let mut served = self.lock();
        served.table.revise();
        let result = change(&mut served.table);
        let view = self.send("view", &View::of(&served.table));
        drop(served);
        self.changed.notify_all();
        (result, view)
    }

    /// Tells something to the pages; gives its JSON.
    pub(super) fn send(&self, kind: &'static str, value: &impl serde::Serialize) -> Arc<str> {
        let text: Arc<str> = json!(value).to_string().into();
        // Without a listening page nobody hears it.
        let _ = self.news.send((kind, text.clone()));
        text
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Ends the worker.
    pub(super) fn close(&self) {
        let mut served = self.lock();
        served.is_open = false;
        if let Some((_, _, stop)) = served.table.job() {
            stop.raise();
        }
        served.table.comparer.stop();
        drop(served);
        self.changed.notify_all();
    }

    /// Keeps a line and tells it to the pages.
    fn line(&self, line: LineView) {
        let shown = line.clone();
        let is_quiet = self.quietly(|table| {
            table.heard(line);
            table.is_quiet()
        });
        if !is_quiet {
            self.send("line", &shown);
        }
    }

    /// Waits for something to do that stands at the table; `None` when the thread is to end.
    pub(super) fn wait_for<T>(&self, find: impl Fn(&mut Table) -> Option<T>) -> Option<T> {
        let mut served = self.lock();
        while served.is_open {
            if let Some(found) = find(&mut served.table) {
                return Some(found);
            }
            let waited = self.changed.wait(served);
            served = waited.unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Changes something that nobody waits for; the pages hear of it by what is sent.
    pub(super) fn quietly<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        change(&mut self.lock().table)
    }

    /// Waits for a job; `None` when the worker is to end. `running` are the programs that run.
    fn wait(&self, running: &[(Seat, String, u64)]) -> Option<Task> {
        let mut served = self.lock();
        while served.is_open {
            let table = &served.table;
            let idle =
                |(seat, name, number): &(Seat, String, u64)| !table.needs(*seat, name, *number);
            let job = if running.iter().any(idle) {
                Some((Job::Dismiss, table.session().ticket(), StopSignal::new()))
            } else {
                table.job()
            };
            if let Some((job, ticket, stop)) = job {
                return Some(Task {
                    game: table.game_for(&job),
                    job,
                    ticket,
                    stop,
                    games: table.games(),
                    allowance: allowance(table.session()),
                });
            }
            let limit = table.time_left();
            served = match limit {
                None => self
                    .changed
                    .wait(served)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(left) => {
                    // A millisecond later the clock has certainly run out.
                    let pause = Duration::from_millis(left + 1);
                    let waited = self.changed.wait_timeout(served, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            if served.table.tick() {
                self.send("view", &View::of(&served.table));
            }
        }
        None
    }
}

/// One thing to do, and for which state.
struct Task {
    job: Job,
    ticket: Ticket,
    stop: StopSignal,
    game: Box<dyn Game>,
    /// Games that were begun before: each one has other moves.
    games: u64,
    allowance: Allowance,
}

/// The time of the seat to act.
fn allowance(session: &Session) -> Allowance {
    let (rules, clocks) = (session.time_rules(), session.clocks());
    let milliseconds = |time: Option<u64>| time.map(Duration::from_millis);
    let left = session.to_act().and_then(|seat| clocks.left[seat.index()]);
    Allowance {
        per_move: milliseconds(rules.per_move),
        per_game: milliseconds(rules.per_game),
        increment: Duration::from_millis(rules.increment),
        left: milliseconds(left),
        step_left: milliseconds(clocks.step_left),
    }
}

/// The share of wins of the side to move after a move of its own; nothing when it is not legal.
fn try_move(
    kagetsu: &mut dyn EnginePlayer,
    game: &dyn Game,
    spots: Spots,
    stop: &StopSignal,
) -> Option<f64> {
    let mover = game.to_act();
    let mut after = game.boxed();
    after.play(Step::Move(spots)).ok()?;
    let won = |winner: Option<Seat>| winner.map_or(0.5, |seat| f64::from(seat == mover));
    if let Some(Outcome { winner, .. }) = after.outcome() {
        return Some(won(winner));
    }
    let rate = kagetsu.judge(after.as_ref(), stop)?.rate;
    Some(if after.to_act() == mover {
        rate
    } else {
        1.0 - rate
    })
}

/// Works until [`Shared::close`].
pub(super) fn work(
    shared: &Shared,
    clock: &Arc<dyn Clock>,
    seed: u64,
    programs: Option<Arc<dyn OutsidePrograms>>,
) {
    let mut opponents = Opponents::new(seed, clock.clone(), programs);
    while let Some(task) = shared.wait(&opponents.running()) {
        let Task {
            job,
            ticket,
            stop,
            game,
            games,
            allowance,
        } = task;
        let game = game.as_ref();
        let kind = game.kind();
        let at = match job {
            Job::Analyse(at) => at,
            _ => None,
        };
        let mut listen = |line: &Line| shared.line(LineView::of(game, ticket, at, line));
        match job {
            Job::Answer { seat, mover } => {
                let asked = Asked {
                    game,
                    seat,
                    number: games,
                    allowance,
                };
                let step = opponents.answer(asked, &mover, &stop, &mut listen);
                shared.change(|table| match &step {
                    Ok(step) => table.answered(ticket, seat, *step),
                    // Whoever stopped it has said what is next.
                    Err(OutsideFault::Stopped) => {}
                    Err(fault) => table.failed(ticket, seat, fault),
                });
            }
            Job::Dismiss => {
                for (seat, name, number) in opponents.running() {
                    if !shared.look(|table| table.needs(seat, &name, number)) {
                        opponents.dismiss(seat);
                    }
                }
            }
            Job::Hint => {
                let step = opponents.kagetsu(kind, games).hint(game, &stop);
                shared.change(|table| table.hinted(ticket, step));
            }
            Job::Draw { seat, level } => {
                let kagetsu = opponents.kagetsu(kind, games);
                kagetsu.set_level(level);
                let accepts = kagetsu.accepts_draw(game, &stop);
                shared.change(|table| table.draw_answered(ticket, seat, accepts));
            }
            Job::Judge(Question::Position(steps)) => {
                if let Some(value) = opponents.kagetsu(kind, games).judge(game, &stop) {
                    shared.change(|table| table.judged(ticket, steps, &value));
                }
            }
            Job::Judge(Question::Try(steps, spots)) => {
                let rate = try_move(opponents.kagetsu(kind, games), game, spots, &stop);
                if !stop.is_raised() {
                    shared.change(|table| table.tried(ticket, steps, spots, rate));
                }
            }
            Job::Analyse(at) => {
                opponents
                    .kagetsu(kind, games)
                    .analyse(game, &stop, &mut listen);
                if !stop.is_raised() {
                    shared.change(|table| table.analysed(ticket, at));
                }
            }
            Job::Prove(at) => {
                let game = game.downcast_ref();
                let found = game.and_then(|game| prove(game, at, ticket.0, &stop));
                shared.change(|table| match found {
                    Some(found) => table.prover.answered(found),
                    // Something else is to be done first; whoever looks for a win asks again.
                    None => table.prover.want(None),
                });
            }
        }
    }
}
