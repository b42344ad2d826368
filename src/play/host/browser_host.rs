//! The host of a page that has the program beside it in the same browser. It answers the requests that a server would answer,
//! hands out the searches, and collects the news of the page. It knows neither workers nor storage: whoever calls it brings
//! them.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use kagetsu_kernel::{Clock, ShippedFile, StopSignal};

use crate::game::{GameMove, Refusal};
use crate::puzzles::SHIPPED_FILE as PUZZLES;
use crate::session::Ticket;
use crate::table::{LineView, SavedTable, Table, Task, TaskResult, Who};
use crate::text::Language;

use super::answers::{Answers, read};
use super::library::Declined;
use super::page_request::PageRequest;
use super::shown_table::ShownTable;
use super::welcome::HostFeatures;

/// After so many milliseconds a clock that runs is kept again.
const CLOCK_KEPT_MS: u64 = 5000;

/// A file of the program, which is a text.
#[derive(Deserialize)]
struct BroughtFile {
    name: String,
    text: String,
}

/// The files that answers are about and that a host may bring later.
fn files() -> impl Iterator<Item = &'static ShippedFile> {
    let of = |language: Language| [language.page_file(), language.chapters_file()];
    Language::ALL.into_iter().flat_map(of).chain([&PUZZLES])
}

/// Brings a file. One that is not known is none of this program.
fn bring(BroughtFile { name, text }: BroughtFile) -> Value {
    if let Some(file) = files().find(|file| file.name() == name) {
        file.bring(text.into_bytes().into());
    }
    Value::Null
}

/// The task that is being done.
#[derive(Debug)]
struct RunningTask {
    /// Raised when it is no longer wanted.
    stop: StopSignal,
    /// What the table hears when it is ended before it found anything.
    result_if_stopped: Option<TaskResult>,
    /// The state for which it looks for the move of a seat.
    answers: Option<Ticket>,
    /// The first move of the best line that it has found.
    best: Option<GameMove>,
}

/// A table for one page.
#[derive(Debug)]
pub struct BrowserHost {
    table: ShownTable,
    answers: Answers,
    running: Option<RunningTask>,
    /// What the clock that runs had left when the table was kept last, in milliseconds.
    kept_left: Option<u64>,
}

/// Reads JSON by way of a value. One kind of reader for all types makes the program for a browser smaller.
///
/// # Errors
/// As [`serde_json::from_str`]
pub fn by_value<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str::<Value>(text).and_then(serde_json::from_value)
}

impl BrowserHost {
    /// A table that goes on with what was saved, and why it does not where that is damaged: then it is a new one. `revision`
    /// is the number from which on states are counted.
    ///
    /// # Errors
    /// When no game can begin.
    pub fn new(
        saved: Option<&str>,
        clock: &Arc<dyn Clock>,
        revision: u64,
    ) -> Result<(Self, Option<String>), Refusal> {
        let restored = saved.map(|text| {
            let saved: SavedTable = by_value(text)?;
            Table::restore(saved, Vec::new(), clock.clone())
        });
        let (mut table, damage) = match restored {
            Some(Ok(table)) => (table, None),
            Some(Err(why)) => (Table::new(Vec::new(), clock.clone())?, Some(why)),
            None => (Table::new(Vec::new(), clock.clone())?, None),
        };
        if let Some(why) = &damage {
            table.report_bad_file(&why.refusal());
        }
        let kept_left = table.time_left();
        let host = Self {
            // Nothing is kept here: whoever calls asks for what is unsaved.
            table: ShownTable::new(table, Box::new(()), revision),
            answers: Answers::new(HostFeatures::default()),
            running: None,
            kept_left,
        };
        Ok((host, damage.map(|why| why.to_string())))
    }

    /// Answers a request, which is JSON with the address and what belongs to it. It is declined with the status 424 and the name
    /// of a file where that must be brought first, by a request with the address `/file`.
    ///
    /// # Errors
    /// [`Declined`]
    pub fn answer(&mut self, request: &str) -> Result<Cow<'static, str>, Declined> {
        let request: PageRequest =
            by_value(request).map_err(|error| Declined::because(Declined::BAD_REQUEST, &error))?;
        Ok(match request.path.as_str() {
            "/file" => bring(read(request.body)?).to_string().into(),
            "/api/invitations" => "[]".into(),
            _ => {
                let table = &mut self.table;
                self.answers.answer(table, Who::Owner, request)?.into()
            }
        })
    }

    /// The news since they were taken the last time: kinds and their JSON, oldest first.
    pub fn take_news(&mut self) -> Vec<(&'static str, String)> {
        self.table.take_news()
    }

    /// What is to outlive the page, as JSON, if it has changed since it was asked for the last time. A page may be gone at
    /// any moment, and its clock goes on from what was kept, so that a clock counts as changed after some seconds.
    pub fn unsaved(&mut self) -> Option<String> {
        let left = self.time_left();
        let clocks = left.zip(self.kept_left);
        if clocks.is_some_and(|(left, kept)| kept.abs_diff(left) >= CLOCK_KEPT_MS) {
            self.table.table_mut().mark_unsaved();
        }
        let saved = self.table.table_mut().unsaved()?;
        self.kept_left = left;
        Some(json!(saved).to_string())
    }

    /// The next task, if none is running. Of one that there is no time for the table takes at once what is left of it: only a
    /// search for a move is handed out then, because it has to find one.
    pub fn next_task(&mut self) -> Option<Task> {
        if self.running.is_some() {
            return None;
        }
        let mut task = self.table.table().task(&[])?;
        while task.stop_signal().is_raised()
            && let Some(left) = task.result_if_stopped()
        {
            self.table.change(|table| table.take(left));
            task = self.table.table().task(&[])?;
        }
        self.running = Some(RunningTask {
            stop: task.stop_signal(),
            result_if_stopped: task.result_if_stopped(),
            answers: task.answers(),
            best: None,
        });
        Some(task)
    }

    /// Is the running task no longer wanted? Whoever does it ends it and says so by [`BrowserHost::finish_task`]. A search for a
    /// move that is to be made at once goes on until it has a line: without one there is nothing to play.
    pub fn should_stop_task(&self) -> bool {
        let Some(running) = self.running.as_ref().filter(|task| task.stop.is_raised()) else {
            return false;
        };
        let now = self.table.table().session().ticket();
        running
            .answers
            .is_none_or(|ticket| ticket != now || running.best.is_some())
    }

    /// The running task has ended with this, or was ended before it found anything.
    pub fn finish_task(&mut self, result: Option<TaskResult>) {
        let running = self.running.take();
        let best = running
            .as_ref()
            .and_then(|task| task.answers.zip(task.best));
        let if_stopped = running.and_then(|task| task.result_if_stopped);
        let so_far = || {
            let (ticket, first) = best?;
            self.table.table().answer_so_far(ticket, first)
        };
        if let Some(result) = result.or(if_stopped).or_else(so_far) {
            self.table.change(|table| table.take(result));
        }
    }

    /// The running task has found a line.
    pub fn hear(&mut self, line: LineView) {
        if self.should_stop_task() {
            return;
        }
        if let Some(running) = self.running.as_mut().filter(|_| line.rank == 0) {
            running.best = line.first;
        }
        self.table.hear(line);
    }

    /// Milliseconds after which [`BrowserHost::tick`] is due, if a clock runs.
    pub fn time_left(&self) -> Option<u64> {
        self.table.table().time_left()
    }

    /// Looks at the clocks.
    pub fn tick(&mut self) {
        self.table.tick();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kagetsu_kernel::FakeClock;

    use super::super::answers::require;
    use super::*;
    use crate::registry::Opponents;

    fn host(saved: Option<&str>) -> (BrowserHost, Option<String>) {
        timed(&Arc::new(FakeClock::new()), saved)
    }

    fn timed(clock: &Arc<FakeClock>, saved: Option<&str>) -> (BrowserHost, Option<String>) {
        let clock: Arc<dyn Clock> = clock.clone();
        BrowserHost::new(saved, &clock, 7).expect("a new table")
    }

    fn ask(page: &mut BrowserHost, path: &str, body: &Value) -> Value {
        let request = json!({ "path": path, "body": body });
        let reply = page.answer(&request.to_string());
        let text = reply.unwrap_or_else(|declined| panic!("{path}: {declined:?}"));
        serde_json::from_str(&text).expect("JSON")
    }

    fn command(page: &mut BrowserHost, command: &Value) {
        ask(page, "/api/command", command);
    }

    #[test]
    fn a_game_is_begun_answered_saved_and_gone_on_with() {
        let (mut page, damage) = host(None);
        assert_eq!(damage, None);
        let me = ask(&mut page, "/api/me", &Value::Null);
        assert_eq!(
            (&me["who"], &me["offers"]["invitations"]),
            (&json!("owner"), &json!(false))
        );
        let new = json!({ "do": "new", "begins": "kagetsu", "level": "1" });
        command(&mut page, &new);
        let task = page.next_task().expect("Kagetsu begins");
        assert!(page.next_task().is_none(), "one at a time");
        let mut opponents = Opponents::new(1, Arc::new(FakeClock::new()), None);
        let found = task.run(&mut opponents, &mut |_| {});
        page.finish_task(found);
        let kinds: Vec<_> = page.take_news().into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, ["change"; 2]);
        let saved = page.unsaved().expect("it has changed");
        assert_eq!(page.unsaved(), None);
        let (mut again, damage) = host(Some(&saved));
        assert_eq!(damage, None);
        let text = |page: &mut BrowserHost| ask(page, "/api/state", &Value::Null)["text"].clone();
        assert_eq!(text(&mut again), text(&mut page));
    }

    #[test]
    fn a_reload_gives_no_time_back() {
        let clock = Arc::new(FakeClock::new());
        let (mut page, _) = timed(&clock, None);
        let new =
            json!({ "do": "new", "begins": "two", "level": "1", "time": { "per_move": 30_000 } });
        command(&mut page, &new);
        command(&mut page, &json!({ "do": "type", "text": "h8" }));
        assert!(page.unsaved().is_some());
        let mut kept = None;
        for _ in 0..12 {
            clock.advance(Duration::from_secs(1));
            kept = page.unsaved().or(kept);
        }
        let (again, _) = timed(&clock, kept.as_deref());
        assert_eq!(again.time_left(), Some(20_000));
    }

    #[test]
    fn a_task_that_is_ended_leaves_the_table_free() {
        let (mut page, _) = host(None);
        let new = json!({ "do": "new", "begins": "two", "level": "1" });
        command(&mut page, &new);
        command(&mut page, &json!({ "do": "analyse", "on": true }));
        assert!(page.next_task().is_some() && !page.should_stop_task());
        command(&mut page, &json!({ "do": "type", "text": "h8" }));
        assert!(page.should_stop_task());
        page.finish_task(None);
        assert!(!page.should_stop_task() && page.next_task().is_some());
    }

    #[test]
    fn a_search_that_is_ended_by_play_now_answers_with_its_best_line() {
        for (begins, has_a_line) in [
            ("kagetsu", true),
            ("kagetsu", false),
            ("two", true),
            ("two", false),
        ] {
            let (mut page, _) = host(None);
            let new = json!({ "do": "new", "begins": begins, "level": "10" });
            command(&mut page, &new);
            if begins == "two" {
                command(&mut page, &json!({ "do": "move" }));
            }
            let mut opponents = Opponents::new(1, Arc::new(FakeClock::new()), None);
            let task = page.next_task().expect("Kagetsu moves");
            let mut lines = Vec::new();
            // In the page nobody can ask the search any more, so what it answers here is not used.
            task.run(&mut opponents, &mut |line| lines.push(line));
            let first = lines.first().expect("a line").clone();
            if has_a_line {
                page.hear(first.clone());
            }
            command(&mut page, &json!({ "do": "stop" }));
            assert_eq!(page.should_stop_task(), has_a_line);
            page.hear(first);
            assert!(page.should_stop_task());
            page.finish_task(None);
            let state = ask(&mut page, "/api/state", &Value::Null);
            assert_eq!(state["picture"]["moves"].as_array().map(Vec::len), Some(1));
            assert!(page.next_task().is_none(), "the person is to move");
        }
    }

    #[test]
    fn play_now_waits_for_a_line_of_the_search_for_the_move() {
        let (mut page, _) = host(None);
        let new = json!({ "do": "new", "begins": "kagetsu", "level": "10" });
        command(&mut page, &new);
        let before = page.table.table().task(&[]).expect("Kagetsu begins");
        let mut lines = Vec::new();
        let mut opponents = Opponents::new(1, Arc::new(FakeClock::new()), None);
        before.run(&mut opponents, &mut |line| lines.push(line));
        let first = lines.first().expect("a line");
        // It is known of an analysis of the same position.
        page.hear(first.clone());
        assert!(page.next_task().is_some());
        command(&mut page, &json!({ "do": "stop" }));
        assert!(!page.should_stop_task());
        page.hear(first.clone());
        assert!(page.should_stop_task());
    }

    #[test]
    fn an_offer_of_a_draw_does_not_cost_kagetsu_its_time() {
        let clock = Arc::new(FakeClock::new());
        let (mut page, _) = timed(&clock, None);
        let new =
            json!({ "do": "new", "begins": "person", "level": "1", "time": { "per_move": 1_000 } });
        command(&mut page, &new);
        command(&mut page, &json!({ "do": "type", "text": "h8" }));
        let task = page.next_task().expect("Kagetsu is to move");
        command(&mut page, &json!({ "do": "offer-draw" }));
        clock.advance(Duration::from_millis(850));
        page.tick();
        page.finish_task(task.run(&mut Opponents::new(1, clock, None), &mut |_| {}));
        assert!(page.next_task().is_none(), "there is no time for the offer");
        let state = ask(&mut page, "/api/state", &Value::Null);
        assert_eq!(state["draw_offer"], Value::Null);
        assert_eq!(state["picture"]["moves"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_search_for_a_move_that_does_not_count_any_more_ends_at_once() {
        let (mut page, _) = host(None);
        let new = json!({ "do": "new", "begins": "kagetsu", "level": "10" });
        command(&mut page, &new);
        assert!(page.next_task().is_some() && !page.should_stop_task());
        command(&mut page, &new);
        assert!(page.should_stop_task());
    }

    #[test]
    fn an_answer_waits_for_a_file_that_is_to_be_brought() {
        static ABSENT: ShippedFile = ShippedFile::new("absent.txt", None);
        let declined = require(&ABSENT).expect_err("it is not there");
        assert_eq!((declined.status, &*declined.why), (424, "absent.txt"));
        ABSENT.bring(b"a text".to_vec().into());
        assert_eq!(require(&ABSENT), Ok(()));
        let names: Vec<_> = files().map(ShippedFile::name).collect();
        for name in ["zh.ftl", "learn/vi.ftl", "puzzles.tsv"] {
            assert!(names.contains(&name), "{names:?}");
        }
        let (mut page, _) = host(None);
        let unknown = json!({ "name": "none.txt", "text": "" });
        assert_eq!(ask(&mut page, "/file", &unknown), Value::Null);
    }

    #[test]
    fn what_makes_no_sense_is_declined() {
        let (mut page, _) = host(None);
        for (request, status) in [
            ("", 400),
            ("[]", 400),
            (r#"{"path":"/api/none"}"#, 404),
            (r#"{"path":"/api/command","body":{"do":"fly"}}"#, 422),
            (
                r#"{"path":"/api/puzzle","body":{"id":"none","do":"show"}}"#,
                404,
            ),
            (
                r#"{"path":"/api/learn","body":{"chapter":"none","step":0}}"#,
                404,
            ),
        ] {
            let declined = page.answer(request).expect_err(request);
            assert_eq!(declined.status, status, "{request}");
        }
        for damaged in ["", "{}", r#"{"version":1}"#] {
            let (mut page, damage) = host(Some(damaged));
            assert!(damage.is_some(), "{damaged}");
            let state = ask(&mut page, "/api/state", &Value::Null);
            assert_eq!(state["revision"], 7);
            let log = state["log"].to_string();
            assert!(
                log.contains("bad-file") && log.contains("refused-damaged"),
                "{log}"
            );
        }
    }
}
