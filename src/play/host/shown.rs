//! What the pages were shown last. They are told what differs from it (RFC 6902): a move changes a small part of the state.

use json_patch::{Patch, diff};
use serde::Serialize;
use serde_json::{Value, json};

use crate::table::{Table, View};

/// What differs between two states.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    /// The revision of the state before.
    pub from: u64,
    /// The revision of the state after.
    to: u64,
    patch: Patch,
}

/// The state that every page knows once it has heard all changes.
#[derive(Debug)]
pub(super) struct Shown {
    revision: u64,
    state: Value,
}

impl Shown {
    /// The state of a table now.
    pub(super) fn new(table: &Table) -> Self {
        let view = View::of(table);
        Self {
            revision: view.revision,
            state: json!(view),
        }
    }

    /// Replaces it by the state of the table now.
    pub(super) fn renew(&mut self, table: &Table) -> Change {
        let before = std::mem::replace(self, Self::new(table));
        Change {
            from: before.revision,
            to: self.revision,
            patch: diff(&before.state, &self.state),
        }
    }

    /// Is it the state of the table now?
    pub(super) fn is_current(&self, table: &Table) -> bool {
        self.state == json!(View::of(table))
    }

    /// Its JSON.
    pub(super) const fn state(&self) -> &Value {
        &self.state
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::table::{Command, Request, Who};

    #[test]
    fn changes_lead_from_state_to_state_and_a_move_is_a_small_one() {
        let mut table = Table::new(Vec::new(), Arc::new(FakeClock::new())).expect("a new game");
        let mut shown = Shown::new(&table);
        let mut followed = shown.state().clone();
        let mut commands = vec![Command::New(
            serde_json::from_value(json!({ "begins": "two", "level": "4" })).expect("a new game"),
        )];
        let moves = ["h8", "i9", "a1", "i8", "a3", "i7", "a5", "i6"];
        commands.extend(moves.map(|text| Command::EnterMove {
            text: text.to_string(),
        }));
        commands.extend([Command::Undo, Command::Redo]);
        let mut sizes = Vec::new();
        for command in commands {
            table.revise();
            let request = Request {
                ticket: None,
                command,
            };
            assert_eq!(table.obey(Who::Owner, request), Ok(()));
            assert!(!shown.is_current(&table));
            let before = followed["revision"].as_u64();
            let change = shown.renew(&table);
            assert_eq!(Some(change.from), before);
            json_patch::patch(&mut followed, &change.patch).expect("it fits");
            assert_eq!(&followed, shown.state());
            sizes.push(json!(change).to_string().len());
        }
        let whole = followed.to_string().len();
        let last_move = sizes[moves.len()];
        assert!(last_move * 4 < whole, "{last_move} of {whole} bytes");
    }
}
