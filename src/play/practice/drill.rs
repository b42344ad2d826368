//! A mistake that is asked again at growing intervals, by boxes (S. Leitner, "So lernt man lernen", 1972): a right answer
//! takes it one box on, a wrong one back to the first.

use serde::{Deserialize, Serialize};

use crate::game::GameMove;
use crate::session::Position;

/// Days after which a mistake in a box is asked again. One that leaves the last box is understood.
pub(crate) const BOXES: [u32; 5] = [1, 2, 4, 8, 16];

/// A mistake of an own game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Drill {
    /// The position before the mistake.
    #[serde(flatten)]
    pub position: Position,
    /// May the mistake be somebody else's? So it is where a guest made it, and where the person had both seats or none.
    #[serde(default)]
    pub foreign: bool,
    /// The move that was played.
    pub played: GameMove,
    /// A better one.
    pub better: GameMove,
    /// The best answer to what was played, as far as it is known: why it was a mistake.
    pub reply: Option<GameMove>,
    /// Win rate of the side that moved, with the better move.
    pub before: f64,
    /// The same with the move that was played.
    pub after: f64,
    /// Its box; see `BOXES`.
    #[serde(default)]
    pub stage: usize,
    /// The day from which on it is to be asked.
    #[serde(default)]
    pub due: u32,
}

impl Drill {
    /// Is it the same mistake in the same position?
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.position == other.position && self.played == other.played
    }

    /// Was it answered on this day? It waits as long as its box says from then on.
    pub(super) fn is_answered_on(&self, day: u32) -> bool {
        let days = BOXES.get(self.stage);
        days.is_some_and(|days| self.due == day.saturating_add(*days))
    }

    /// It was answered on a day. Says whether it is to be asked again.
    pub(super) fn answered(&mut self, right: bool, today: u32) -> bool {
        self.stage = if right {
            self.stage.saturating_add(1)
        } else {
            0
        };
        match BOXES.get(self.stage) {
            Some(days) => self.due = today.saturating_add(*days),
            None => return false,
        }
        true
    }
}
