//! The host of a page that has the program beside it in the same browser. It answers the requests that a server would answer,
//! hands out the searches, and collects the news of the page. It knows neither workers nor storage: whoever calls it brings
//! them.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::Refusal;
use crate::registry::Format;
use crate::session::RestoreError;
use crate::table::{Found, LineView, Request as TableRequest, SavedTable, Table, Task, Who};
use crate::text::Language;

use super::library::{Declined, Library, LibraryFault};
use super::shown::Change;
use super::shown_table::{Keeper, ShownTable};
use super::welcome::{Around, welcome};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum AloneFault {
    /// The program's own files are damaged.
    #[error(transparent)]
    Library(#[from] LibraryFault),
    /// No game can begin.
    #[error(transparent)]
    Game(#[from] Refusal),
}

/// The answer to a request, as HTTP would give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status of HTTP (RFC 9110, section 15).
    pub status: u16,
    /// The text, or why there is none.
    pub text: Cow<'static, str>,
}

impl Reply {
    const OK: u16 = 200;
    const BAD_REQUEST: u16 = 400;
    const CONFLICT: u16 = 409;

    fn good(text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: Self::OK,
            text: text.into(),
        }
    }
}

impl From<Declined> for Reply {
    fn from(declined: Declined) -> Self {
        Self {
            status: declined.status,
            text: declined.why,
        }
    }
}

/// A request of the page.
#[derive(Deserialize)]
struct Asked {
    /// The address.
    path: String,
    /// The languages that the reader wants, best first, with commas between them.
    #[serde(default)]
    lang: String,
    /// The form of a file.
    #[serde(default)]
    form: Format,
    #[serde(default)]
    body: Value,
}

/// A command of a page that knows a state with this revision.
#[derive(Deserialize)]
struct Commanded {
    #[serde(default)]
    known: Option<u64>,
    #[serde(flatten)]
    request: TableRequest,
}

/// Nothing is kept here: whoever calls asks for [`Alone::unsaved`].
impl Keeper for () {
    fn keep(&mut self, _: &mut Table) {}
}

/// A table for one page.
#[derive(Debug)]
pub struct Alone {
    table: ShownTable,
    library: Library,
    /// Raised when the task that is done is no longer wanted.
    running: Option<(StopSignal, Option<Found>)>,
    /// Kinds of news and their JSON, oldest first.
    news: Vec<(&'static str, String)>,
}

fn read<T: DeserializeOwned>(body: Value) -> Result<T, Reply> {
    serde_json::from_value(body).map_err(|error| Reply {
        status: Reply::BAD_REQUEST,
        text: error.to_string().into(),
    })
}

impl Alone {
    /// A table that goes on with what was saved, and why it does not where that is damaged: then it is a new one. `revision`
    /// is the number from which on states are counted.
    ///
    /// # Errors
    /// [`AloneFault`]; the program as it is has none.
    pub fn new(
        saved: Option<&str>,
        clock: &Arc<dyn Clock>,
        revision: u64,
    ) -> Result<(Self, Option<String>), AloneFault> {
        let restored = saved.map(|text| {
            let saved: SavedTable =
                serde_json::from_str(text).map_err(|error| error.to_string())?;
            let restored = Table::restore(saved, Vec::new(), clock.clone());
            restored.map_err(|error: RestoreError| error.to_string())
        });
        let (mut table, damage) = match restored {
            Some(Ok(table)) => (table, None),
            Some(Err(why)) => (Table::new(Vec::new(), clock.clone())?, Some(why)),
            None => (Table::new(Vec::new(), clock.clone())?, None),
        };
        if let Some(why) = &damage {
            table.cannot_be_saved(why);
        }
        table.count_from(revision);
        let alone = Self {
            table: ShownTable::new(table, Box::new(())),
            library: Library::shipped()?,
            running: None,
            news: Vec::new(),
        };
        Ok((alone, damage))
    }

    /// Answers a request, which is JSON with the address and what belongs to it.
    pub fn answer(&mut self, request: &str) -> Reply {
        let asked = serde_json::from_str::<Value>(request).map_err(|error| Reply {
            status: Reply::BAD_REQUEST,
            text: error.to_string().into(),
        });
        let answered = asked.and_then(read).and_then(|asked| self.answered(asked));
        answered.unwrap_or_else(|refused| refused)
    }

    fn answered(&mut self, asked: Asked) -> Result<Reply, Reply> {
        let language = Language::wanted(asked.lang.split(','));
        let table = self.table.table();
        let json = match asked.path.as_str() {
            "/api/me" => welcome(table, Who::Owner, language, Around::default()),
            "/api/texts" => return Ok(Reply::good(language.page_texts())),
            "/api/state" => return Ok(Reply::good(self.state())),
            "/api/command" => {
                let Commanded { known, request } = read(asked.body)?;
                let (answer, change) = self.table.obey(Who::Owner, request, known);
                self.tell("change", &change);
                return Ok(Reply::good(answer));
            }
            "/api/game" => {
                return table
                    .written(asked.form)
                    .map(Reply::good)
                    .map_err(|error| Reply {
                        status: Reply::CONFLICT,
                        text: error.to_string().into(),
                    });
            }
            "/api/chapters" => self.library.chapters(language),
            "/api/learn" => json!(self.library.learn(&read(asked.body)?)?),
            "/api/puzzles" => self.library.list_puzzles(),
            "/api/puzzle" => {
                let is_helpless = table.is_without_help();
                json!(self.library.puzzle(&read(asked.body)?, is_helpless)?)
            }
            "/api/own-puzzles" => Library::own_puzzles(&read(asked.body)?),
            "/api/practice" => self.practise(asked.body)?,
            "/api/invitations" => json!([]),
            _ => return Err(Declined::new(Declined::NOT_FOUND, "no such address").into()),
        };
        Ok(Reply::good(json.to_string()))
    }

    fn practise(&mut self, body: Value) -> Result<Value, Reply> {
        let asked = read(body)?;
        let puzzles = self.library.puzzles();
        let (done, change) = self.table.change(|table| table.practise(asked, puzzles));
        self.tell("change", &change);
        Ok(match done {
            Ok(view) => json!({ "practice": view }),
            Err(message) => json!({ "refused": message }),
        })
    }

    /// The JSON of the table as it is now.
    pub fn state(&mut self) -> String {
        let (state, change) = self.table.state();
        if let Some(change) = change {
            self.tell("change", &change);
        }
        state
    }

    fn tell(&mut self, kind: &'static str, change: &Change) {
        self.news.push((kind, json!(change).to_string()));
    }

    /// The news since they were taken the last time: kinds and their JSON, oldest first.
    pub fn take_news(&mut self) -> Vec<(&'static str, String)> {
        std::mem::take(&mut self.news)
    }

    /// What is to outlive the page, as JSON, if it has changed since it was asked for the last time.
    pub fn unsaved(&mut self) -> Option<String> {
        let saved = self.table.table_mut().unsaved()?;
        Some(json!(saved).to_string())
    }

    /// The next task, if none is being done.
    pub fn next_task(&mut self) -> Option<Task> {
        if self.running.is_some() {
            return None;
        }
        let task = self.table.table().task(&[])?;
        self.running = Some((task.stop_signal(), task.stopped()));
        Some(task)
    }

    /// Is the task that is done no longer wanted? Whoever does it ends it and says so by [`Alone::ended`].
    pub fn is_stopped(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|(stop, _)| stop.is_raised())
    }

    /// The task has ended with this, or was ended before it found anything.
    pub fn ended(&mut self, found: Option<Found>) {
        let left = self.running.take().and_then(|(_, left)| left);
        if let Some(found) = found.or(left) {
            let ((), change) = self.table.change(|table| table.take(found));
            self.tell("change", &change);
        }
    }

    /// The task that is done has found a line.
    pub fn hear(&mut self, line: LineView) {
        if self.is_stopped() {
            return;
        }
        let text = json!(line).to_string();
        self.table.table_mut().hear(line);
        if !self.table.table().is_quiet() {
            self.news.push(("line", text));
        }
    }

    /// Milliseconds after which [`Alone::tick`] is due, if a clock runs.
    pub fn time_left(&self) -> Option<u64> {
        self.table.table().time_left()
    }

    /// Looks at the clocks.
    pub fn tick(&mut self) {
        if self.table.table_mut().tick() {
            let change = self.table.renew();
            self.tell("change", &change);
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::registry::Opponents;

    fn alone(saved: Option<&str>) -> (Alone, Option<String>) {
        let clock: Arc<dyn Clock> = Arc::new(FakeClock::new());
        Alone::new(saved, &clock, 7).expect("a new table")
    }

    fn ask(alone: &mut Alone, path: &str, body: &Value) -> Value {
        let request = json!({ "path": path, "body": body });
        let reply = alone.answer(&request.to_string());
        assert_eq!(reply.status, Reply::OK, "{path}: {}", reply.text);
        serde_json::from_str(&reply.text).expect("JSON")
    }

    #[test]
    fn a_game_is_begun_answered_saved_and_gone_on_with() {
        let (mut alone, damage) = alone(None);
        assert_eq!(damage, None);
        let me = ask(&mut alone, "/api/me", &Value::Null);
        assert_eq!(
            (&me["who"], &me["offers"]["invitations"]),
            (&json!("owner"), &json!(false))
        );
        let new = json!({ "do": "new", "begins": "kagetsu", "level": "1" });
        ask(&mut alone, "/api/command", &new);
        let task = alone.next_task().expect("Kagetsu begins");
        assert!(alone.next_task().is_none(), "one at a time");
        let mut opponents = Opponents::new(1, Arc::new(FakeClock::new()), None);
        let found = task.run(&mut opponents, &mut |_| {});
        alone.ended(found);
        let kinds: Vec<_> = alone
            .take_news()
            .into_iter()
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(kinds, ["change"; 2]);
        let saved = alone.unsaved().expect("it has changed");
        assert_eq!(alone.unsaved(), None);
        let (mut again, damage) = super::tests::alone(Some(&saved));
        assert_eq!(damage, None);
        let text = |alone: &mut Alone| ask(alone, "/api/state", &Value::Null)["text"].clone();
        assert_eq!(text(&mut again), text(&mut alone));
    }

    #[test]
    fn a_task_that_is_ended_leaves_the_table_free() {
        let (mut alone, _) = alone(None);
        let new = json!({ "do": "new", "begins": "two", "level": "1" });
        ask(&mut alone, "/api/command", &new);
        ask(
            &mut alone,
            "/api/command",
            &json!({ "do": "analyse", "on": true }),
        );
        assert!(alone.next_task().is_some() && !alone.is_stopped());
        ask(
            &mut alone,
            "/api/command",
            &json!({ "do": "type", "text": "h8" }),
        );
        assert!(alone.is_stopped());
        alone.ended(None);
        assert!(!alone.is_stopped() && alone.next_task().is_some());
    }

    #[test]
    fn what_makes_no_sense_is_declined() {
        let (mut alone, _) = alone(None);
        for (request, status) in [
            ("", 400),
            ("[]", 400),
            (r#"{"path":"/api/none"}"#, 404),
            (r#"{"path":"/api/command","body":{"do":"fly"}}"#, 400),
            (
                r#"{"path":"/api/puzzle","body":{"id":"none","do":"show"}}"#,
                404,
            ),
            (
                r#"{"path":"/api/learn","body":{"chapter":"none","step":0}}"#,
                404,
            ),
        ] {
            assert_eq!(alone.answer(request).status, status, "{request}");
        }
        for damaged in ["", "{}", r#"{"version":1}"#] {
            let (mut alone, damage) = super::tests::alone(Some(damaged));
            assert!(damage.is_some(), "{damaged}");
            let state = ask(&mut alone, "/api/state", &Value::Null);
            assert_eq!(state["revision"], 7);
            assert!(state["log"].to_string().contains("bad-file"), "{state}");
        }
    }
}
