//! The table with what the pages know of it, and the news for them. Every change is kept and told as what differs from the
//! state before (RFC 6902): a move changes a small part of it.

use std::collections::VecDeque;
use std::fmt::Debug;

use json_patch::{Patch, diff};
use serde::Serialize;
use serde_json::{Value, json};

use crate::table::{LineView, Request, Table, View, Who};

/// So many commands are remembered.
const REMEMBERED: usize = 64;

/// A kind of news and its JSON.
type News = (&'static str, String);

/// What differs between two states.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    /// The revision of the state before.
    from: u64,
    /// The revision of the state after.
    to: u64,
    patch: Patch,
}

/// A state of a table, as JSON. Of two states the one with the larger revision is the newer one.
fn state_of(table: &Table, revision: u64) -> Value {
    let mut state = json!(View::of(table));
    state["revision"] = revision.into();
    state
}

/// Keeps what is to outlive the program.
pub(crate) trait Keeper: Debug + Send {
    /// Keeps what has changed at a table. What cannot be kept is told to the people at it.
    fn keep(&mut self, table: &mut Table);
}

/// Keeps nothing.
impl Keeper for () {
    fn keep(&mut self, _: &mut Table) {}
}

/// The way to a table that others may be at as well.
pub(crate) trait TableAccess {
    /// Works at the table while nobody else does.
    fn with<T>(&mut self, work: impl FnOnce(&mut ShownTable) -> T) -> T;
}

/// A table and the state of it that every page knows once it has heard all changes.
#[derive(Debug)]
pub(crate) struct ShownTable {
    table: Table,
    /// The revision of that state.
    revision: u64,
    /// Its JSON.
    state: Value,
    keeper: Box<dyn Keeper>,
    news: Vec<News>,
    /// The numbers of the last commands that were done, oldest first.
    done: VecDeque<u64>,
}

impl ShownTable {
    /// A table that nobody has seen yet. Its states are counted from `revision` on: a number of its own for each start tells
    /// states of two starts apart.
    pub(crate) fn new(table: Table, keeper: Box<dyn Keeper>, revision: u64) -> Self {
        Self {
            revision,
            state: state_of(&table, revision),
            table,
            keeper,
            news: Vec::new(),
            done: VecDeque::new(),
        }
    }

    /// The table.
    pub(crate) const fn table(&self) -> &Table {
        &self.table
    }

    /// The table, for what the pages are told in another way than by its state, or not at all.
    pub(crate) const fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// Keeps the table as it is now. What the pages do not know of it is news.
    pub(crate) fn renew(&mut self) -> Change {
        self.keeper.keep(&mut self.table);
        let from = self.revision;
        self.revision += 1;
        let now = state_of(&self.table, self.revision);
        let mut before = std::mem::replace(&mut self.state, now);
        // They run between two changes: every change tells them as a whole, whichever reading a page has.
        before["clocks"].take();
        let change = Change {
            from,
            to: self.revision,
            patch: diff(&before, &self.state),
        };
        self.news.push(("change", json!(change).to_string()));
        change
    }

    /// The news since they were taken the last time, oldest first.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Do the pages know the table as it is now? That a clock runs is no news; the state has its reading from now on.
    fn is_current(&mut self) -> bool {
        let now = state_of(&self.table, self.revision);
        self.state["clocks"].clone_from(&now["clocks"]);
        self.state == now
    }

    /// Changes the table.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Table) -> T) -> T {
        let given = change(&mut self.table);
        self.renew();
        given
    }

    /// Obeys a command. Gives the answer for a page that knows the state with the revision `known`, as JSON: what has changed
    /// since, or the whole state where it is another one. A command that is refused has changed nothing, so that nobody else
    /// hears of it. One whose `number` was done already is not done again.
    pub(crate) fn obey(
        &mut self,
        who: Who,
        request: Request,
        known: Option<u64>,
        number: Option<u64>,
    ) -> String {
        if number.is_some_and(|number| self.done.contains(&number)) {
            return format!(r#"{{"refused":null,"view":{}}}"#, self.state());
        }
        if let Err(refusal) = self.table.obey(who, request) {
            let refused = json!(refusal.message());
            return if known == Some(self.revision) {
                json!({ "refused": refused }).to_string()
            } else {
                format!(r#"{{"refused":{refused},"view":{}}}"#, self.state())
            };
        }
        self.done.extend(number);
        let surplus = self.done.len().saturating_sub(REMEMBERED);
        self.done.drain(..surplus);
        let change = self.renew();
        if known == Some(change.from) {
            json!({ "refused": null, "change": change }).to_string()
        } else {
            format!(r#"{{"refused":null,"view":{}}}"#, self.state)
        }
    }

    /// The JSON of the table as it is now. Where the pages do not know it yet, the change is news, so that the same changes
    /// follow for all of them.
    pub(crate) fn state(&mut self) -> String {
        if !self.is_current() {
            self.renew();
        }
        self.state.to_string()
    }

    /// Takes a line that a search has found. It is news unless it is hidden.
    pub(crate) fn hear(&mut self, line: LineView) {
        let text = json!(line).to_string();
        self.table.hear(line);
        if !self.table.hides_thinking() {
            self.news.push(("line", text));
        }
    }

    /// Looks at the clocks.
    pub(crate) fn tick(&mut self) {
        if self.table.tick() {
            self.renew();
        }
    }
}

impl TableAccess for ShownTable {
    fn with<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        work(self)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::table::Command;

    #[test]
    fn changes_lead_from_state_to_state_and_a_move_is_a_small_one() {
        let mut shown = ShownTable::new(Table::usual(), Box::new(()), 0);
        let mut followed = shown.state.clone();
        let mut commands = vec![Command::new_game(r#"{"begins":"two","level":"4"}"#)];
        let moves = ["h8", "i9", "a1", "i8", "a3", "i7", "a5", "i6"];
        commands.extend(moves.map(Command::enter));
        commands.extend([Command::Undo, Command::Redo]);
        let mut sizes = Vec::new();
        for command in commands {
            assert_eq!(shown.table.obey(Who::Owner, command.into()), Ok(()));
            assert!(!shown.is_current());
            let before = followed["revision"].as_u64();
            let change = shown.renew();
            assert_eq!(Some(change.from), before);
            json_patch::patch(&mut followed, &change.patch).expect("it fits");
            assert_eq!(followed, shown.state);
            sizes.push(json!(change).to_string().len());
        }
        let whole = followed.to_string().len();
        let last_move = sizes[moves.len()];
        // A change is a third at most: it has the clocks, the new picture and the legal moves.
        assert!(last_move * 3 < whole, "{last_move} of {whole} bytes");
    }

    fn enter(shown: &mut ShownTable, text: &str) -> String {
        shown.obey(Who::Owner, Command::enter(text).into(), None, None)
    }

    #[test]
    fn a_command_whose_answer_was_lost_is_done_once() {
        let mut shown = ShownTable::new(Table::usual(), Box::new(()), 0);
        let at = json!({ "x": 7, "y": 7 });
        let mark = json!({ "do": "mark", "on": { "moves": 0 }, "at": at, "mark": "circle" });
        let mark: Command = serde_json::from_value(mark).expect("a command");
        // The same mark once more takes it away.
        for (number, marked) in [(1, 1), (1, 1), (2, 0), (1, 0)] {
            let request = mark.clone().into();
            let answer = shown.obey(Who::Owner, request, None, Some(number));
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            assert_eq!(answer["refused"], Value::Null);
            let notes = answer["view"]["study"]["notes"].as_array();
            assert_eq!(notes.map(Vec::len), Some(marked));
        }
    }

    #[test]
    fn a_running_clock_and_a_refused_command_are_no_news_and_every_state_can_be_followed() {
        let time = Arc::new(FakeClock::new());
        let mut table = Table::new(Vec::new(), time.clone()).expect("a new game");
        let new = r#"{"begins":"two","level":"4","time":{"per_game":60000}}"#;
        let new = Command::new_game(new);
        assert_eq!(table.obey(Who::Owner, new.into()), Ok(()));
        let mut shown = ShownTable::new(table, Box::new(()), 0);
        enter(&mut shown, "h8");
        shown.take_news();
        let before = shown.state.clone();
        time.advance(Duration::from_secs(5));
        shown.tick();
        let seen: Value = serde_json::from_str(&shown.state()).expect("JSON");
        assert_eq!(seen["clocks"]["left"], json!([60_000, 55_000]));
        assert!(enter(&mut shown, "h8").contains("refused-occupied"));
        assert!(shown.take_news().is_empty());
        enter(&mut shown, "i9");
        let news = shown.take_news();
        let change: Value = serde_json::from_str(&news[0].1).expect("JSON");
        let patch: Patch = serde_json::from_value(change["patch"].clone()).expect("a patch");
        for mut known in [before, seen] {
            assert_eq!(known["revision"], change["from"]);
            json_patch::patch(&mut known, &patch).expect("it fits");
            assert_eq!(known, shown.state);
        }
    }
}
