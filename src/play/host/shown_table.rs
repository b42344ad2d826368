//! The table with what the pages know of it. Every change is kept and told as what differs from the state before.

use std::fmt::Debug;

use serde_json::json;

use crate::table::{Request, Table, Who};

use super::shown::{Change, Shown};

/// Keeps what is to outlive the program.
pub(crate) trait Keeper: Debug + Send {
    /// Keeps what has changed at a table. What cannot be kept is told to the people at it.
    fn keep(&mut self, table: &mut Table);
}

/// A table and the state of it that every page knows once it has heard all changes.
#[derive(Debug)]
pub(crate) struct ShownTable {
    table: Table,
    shown: Shown,
    keeper: Box<dyn Keeper>,
}

impl ShownTable {
    /// A table that nobody has seen yet.
    pub(crate) fn new(table: Table, keeper: Box<dyn Keeper>) -> Self {
        Self {
            shown: Shown::new(&table),
            table,
            keeper,
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

    /// Keeps the table as it is now, and gives what the pages do not know of it.
    pub(crate) fn renew(&mut self) -> Change {
        self.keeper.keep(&mut self.table);
        self.shown.renew(&self.table)
    }

    /// Changes the table. Gives what was given, and what the pages are to be told.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Table) -> T) -> (T, Change) {
        self.table.revise();
        let given = change(&mut self.table);
        (given, self.renew())
    }

    /// Obeys a command. Gives the answer for a page that knows the state with the revision `known`, as JSON: what has changed
    /// since, or the whole state where it is another one; and what the other pages are to be told.
    pub(crate) fn obey(
        &mut self,
        who: Who,
        request: Request,
        known: Option<u64>,
    ) -> (String, Change) {
        let (obeyed, change) = self.change(|table| table.obey(who, request));
        let refused = json!(obeyed.err().map(|refusal| refusal.message()));
        let answer = if known == Some(change.from) {
            json!({ "refused": refused, "change": change }).to_string()
        } else {
            format!(r#"{{"refused":{refused},"view":{}}}"#, self.shown.state())
        };
        (answer, change)
    }

    /// The JSON of the table as it is now. Where the pages do not know it yet, they are to be told the change, so that the same
    /// changes follow for all of them.
    pub(crate) fn state(&mut self) -> (String, Option<Change>) {
        let change = (!self.shown.is_current(&self.table)).then(|| {
            self.table.revise();
            self.renew()
        });
        (self.shown.state().to_string(), change)
    }
}
