//! A tree search that somebody looks at step by step: which playout is wanted, and the last one that was shown.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::session::Ticket;
use crate::study::Place;

use super::analysis::Analyst;

/// Most playouts of a tree that is looked at.
pub(super) const MOST_TRACED_PLAYOUTS: u32 = 20_000;

/// A playout of the search of a position. It depends on these alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WantedStep {
    /// The position of the study; nothing for that of the game.
    pub(super) at: Option<Place>,
    /// The number of the playout, from one.
    pub(super) playouts: u32,
    /// Whose tree it is.
    pub(super) by: Analyst,
}

/// A playout that is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ShownStep {
    /// The position of the study; nothing for that of the game.
    pub at: Option<Place>,
    /// The state.
    pub ticket: Ticket,
    /// Whose tree it is.
    pub by: Analyst,
    /// The playout as JSON: the table passes it on as it is.
    pub step: Value,
}

/// What is looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeWalk {
    wanted: Option<WantedStep>,
    shown: Option<ShownStep>,
}

impl TreeWalk {
    /// The playout that is to be found.
    pub(super) const fn wanted(&self) -> Option<&WantedStep> {
        self.wanted.as_ref()
    }

    /// Looks for a playout, or no longer; what is shown stays.
    pub(super) fn want(&mut self, wanted: Option<WantedStep>) {
        self.wanted = wanted;
    }

    /// Leaves the tree.
    pub(super) fn leave(&mut self) {
        *self = Self::default();
    }

    /// Takes what was found, if it is still wanted; nothing was found where the search was stopped.
    pub(super) fn found(&mut self, wanted: &WantedStep, ticket: Ticket, step: Option<Value>) {
        if self.wanted.as_ref() != Some(wanted) {
            return;
        }
        self.wanted = None;
        if let Some(step) = step {
            let WantedStep { at, by, .. } = wanted.clone();
            self.shown = Some(ShownStep {
                at,
                ticket,
                by,
                step,
            });
        }
    }

    /// The playout that is shown, as long as the game is in the same state.
    pub(super) fn shown(&self, ticket: Ticket) -> Option<&ShownStep> {
        self.shown.as_ref().filter(|shown| shown.ticket == ticket)
    }
}
