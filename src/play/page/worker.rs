//! The threads that do what the table asks. They sleep while there is nothing to do, and tell every change to the
//! listening pages.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

use kagetsu_kernel::Clock;
use serde_json::json;

use crate::host::{Keeper, ShownTable, TableAccess};
use crate::player::OutsidePrograms;
use crate::progress_file::ProgressFile;
use crate::registry::Opponents;
use crate::table::{OpinionNews, Table, TaskResult};

use super::kept::GameFile;

/// Most news that a slow page may be behind. One list serves all pages.
const BACKLOG: usize = 64;

/// How often new networks are looked for.
const NETWORKS_PAUSE: Duration = Duration::from_secs(2);

/// A kind of news and its JSON.
pub(super) type News = (&'static str, Arc<str>);

/// The files of a table.
#[derive(Debug)]
struct Files {
    game: Option<GameFile>,
    progress: Option<ProgressFile>,
}

impl Keeper for Files {
    fn keep(&mut self, table: &mut Table) {
        if let Some(file) = &self.progress
            && let Some(progress) = table.unsaved_progress()
            && let Err(error) = file.write(&progress)
        {
            table.cannot_save_progress(&error);
        }
        let Some(file) = &self.game else {
            return;
        };
        if let Some(saved) = table.unsaved()
            && let Err(error) = file.write(saved)
        {
            table.cannot_save(&error);
        }
    }
}

/// The table, and whether its threads are to go on.
#[derive(Debug)]
struct Served {
    shown: ShownTable,
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
    pub(super) fn new(
        table: Table,
        game: Option<GameFile>,
        progress: Option<ProgressFile>,
        revision: u64,
    ) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        Arc::new(Self {
            served: Mutex::new(Served {
                shown: ShownTable::new(table, Box::new(Files { game, progress }), revision),
                is_open: true,
            }),
            changed: Condvar::new(),
            news,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Served> {
        self.served.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works at the table; the pages and the worker hear of what is new.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut ShownTable) -> T) -> T {
        let mut served = self.lock();
        let result = work(&mut served.shown);
        self.tell_news(&mut served.shown);
        drop(served);
        result
    }

    /// Tells the news to the pages and the worker. The table is locked meanwhile, so that all hear them in their order.
    fn tell_news(&self, shown: &mut ShownTable) {
        for (kind, text) in shown.take_news() {
            self.send(kind, text);
            self.changed.notify_all();
        }
    }

    /// Tells something to the pages, which is JSON.
    pub(super) fn send(&self, kind: &'static str, text: String) {
        // Without a listening page nobody hears it.
        let _ = self.news.send((kind, text.into()));
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Ends the worker, and keeps the game with its clocks.
    pub(super) fn close(&self) {
        let mut served = self.lock();
        served.is_open = false;
        served.shown.table_mut().close();
        served.shown.renew();
        drop(served);
        self.changed.notify_all();
    }

    /// Waits for a time; `false` when the thread is to end.
    pub(super) fn pause(&self, time: Duration) -> bool {
        let served = self.lock();
        let waited = self
            .changed
            .wait_timeout_while(served, time, |served| served.is_open);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_open
    }

    /// Takes what a task has found, unless the end of the server has cut it short: the move of a seat would be a hasty one.
    fn take(&self, found: TaskResult) {
        let mut served = self.lock();
        if served.is_open {
            served.shown.change(|table| table.take(found));
            self.tell_news(&mut served.shown);
        }
    }

    /// Takes news of a comparison and tells them to the pages.
    fn take_opinion(&self, news: OpinionNews) {
        if let Some(comparison) = self.lock().shown.table_mut().take_opinion(news) {
            self.send("comparison", json!(comparison).to_string());
        }
    }

    /// Waits for something to do that stands at the table; `None` when the thread is to end.
    pub(super) fn wait_for<T>(&self, find: impl Fn(&mut Table) -> Option<T>) -> Option<T> {
        let mut served = self.lock();
        while served.is_open {
            if let Some(found) = find(served.shown.table_mut()) {
                return Some(found);
            }
            let waited = self.changed.wait(served);
            served = waited.unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Ends games whose time is over until [`Shared::close`], whatever is searched meanwhile.
    pub(super) fn keep_time(&self) {
        let mut served = self.lock();
        while served.is_open {
            served = match served.shown.table().time_left() {
                None => self
                    .changed
                    .wait(served)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(left) => {
                    // A millisecond later the clock has certainly run out.
                    let pause = Duration::from_millis(left.saturating_add(1));
                    let waited = self.changed.wait_timeout(served, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            served.shown.tick();
            self.tell_news(&mut served.shown);
        }
    }
}

impl TableAccess for &Shared {
    fn with<T>(&mut self, work: impl FnOnce(&mut ShownTable) -> T) -> T {
        Shared::with(self, work)
    }
}

/// Does what the table asks until [`Shared::close`].
pub(super) fn work(shared: &Shared, mut opponents: Opponents) {
    while let Some(task) = shared.wait_for(|table| table.task(&opponents.running())) {
        let mut listen = |line| shared.with(|shown| shown.hear(line));
        if let Some(found) = task.run(&mut opponents, &mut listen) {
            shared.take(found);
        }
    }
}

/// Offers the networks that may take a seat until [`Shared::close`]: a run of learning that goes on has new ones from time to
/// time.
pub(super) fn offer_networks(shared: &Shared, programs: &dyn OutsidePrograms) {
    while shared.pause(NETWORKS_PAUSE) {
        let now = programs.networks();
        shared.with(|shown| {
            if shown.table_mut().offer_networks(now) {
                shown.change(|_| ());
            }
        });
    }
}

/// Asks the engines of one side of comparisons until [`Shared::close`].
pub(super) fn consult(
    shared: &Shared,
    side: usize,
    clock: &Arc<dyn Clock>,
    programs: Option<&Arc<dyn OutsidePrograms>>,
) {
    while let Some(consultation) = shared.wait_for(|table| table.consult(side)) {
        consultation.run(clock, programs, &mut |news| shared.take_opinion(news));
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::table::{Command, Who};

    #[test]
    fn a_page_is_answered_by_what_it_does_not_know_and_all_hear_the_same_change() {
        let shared = Shared::new(Table::usual(), None, None, 0);
        let mut news = shared.listen();
        let state = shared.with(ShownTable::state);
        let state: serde_json::Value = serde_json::from_str(&state).expect("JSON");
        assert!(news.try_recv().is_err(), "nothing has changed");
        let obey = |text: &str, known| {
            let step = Command::enter(text);
            let answer = shared.with(|shown| shown.obey(Who::Owner, step.into(), known, None));
            serde_json::from_str::<serde_json::Value>(&answer).expect("JSON")
        };
        let answer = obey("h8", state["revision"].as_u64());
        assert_eq!(answer["change"]["from"], state["revision"]);
        let (kind, told) = news.try_recv().expect("the pages hear of it");
        assert_eq!(
            (kind, told.as_ref()),
            ("change", answer["change"].to_string().as_str())
        );
        assert!(news.try_recv().is_err(), "once");
        // Whoever has missed a change gets everything.
        let answer = obey("h8", state["revision"].as_u64());
        assert_eq!(answer["view"]["text"], "freestyle 15 h8");
        assert_ne!(answer["refused"], serde_json::Value::Null);
    }

    #[test]
    fn a_search_that_the_end_of_the_server_has_cut_short_makes_no_move() {
        let time: Arc<dyn Clock> = Arc::new(FakeClock::new());
        let mut table = Table::new(Vec::new(), time.clone()).expect("a new game");
        let new = Command::new_game(r#"{"begins":"kagetsu","level":"10"}"#);
        assert_eq!(table.obey(Who::Owner, new.into()), Ok(()));
        let task = table.task(&[]).expect("Kagetsu begins");
        let shared = Shared::new(table, None, None, 0);
        shared.close();
        let found = task.run(&mut Opponents::new(1, time, None), &mut |_| {});
        shared.take(found.expect("the best move so far"));
        let steps = shared.with(|shown| shown.table().session().steps().len());
        assert_eq!(steps, 0);
    }

    #[test]
    fn a_clock_ends_the_game_while_a_search_goes_on() {
        let time = Arc::new(FakeClock::new());
        let mut table = Table::new(Vec::new(), time.clone()).expect("a new game");
        let new = r#"{"begins":"two","level":"1","time":{"per_game":1000}}"#;
        let commands = [
            Command::new_game(new),
            Command::enter("h8"),
            Command::Analyse { on: true, by: None },
        ];
        for command in commands {
            assert_eq!(table.obey(Who::Owner, command.into()), Ok(()));
        }
        // The task is done by nobody here, as if it went on for ever.
        assert!(table.task(&[]).is_some());
        let shared = Shared::new(table, None, None, 0);
        let mut news = shared.listen();
        time.advance(Duration::from_secs(2));
        std::thread::scope(|scope| {
            scope.spawn(|| shared.keep_time());
            news.blocking_recv().expect("the pages hear of it");
            shared.close();
        });
        let state = shared.with(ShownTable::state);
        let state: serde_json::Value = serde_json::from_str(&state).expect("JSON");
        assert_eq!(state["outcome"]["reason"], "time");
    }
}
