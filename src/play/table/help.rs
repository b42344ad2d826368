//! What a person wants to have from Kagetsu: a suggestion, or a move in the person's place.

use crate::game::{Game, GameMove, Step};
use crate::session::Ticket;
use crate::text::Message;

/// What a person wants to have from Kagetsu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HelpRequest {
    /// A suggestion.
    Hint,
    /// A move in the person's place.
    Move,
}

/// The wish that is open, and the last suggestion.
#[derive(Debug, Default)]
pub(super) struct Help {
    pub(super) wish: Option<HelpRequest>,
    /// The clicks of that move, and the state for which it was suggested.
    hint: Option<(Ticket, GameMove)>,
}

impl Help {
    /// The clicks of the move that was suggested for a state.
    pub(super) fn hint(&self, now: Ticket) -> Option<GameMove> {
        let hint = self.hint.filter(|&(ticket, _)| ticket == now);
        hint.map(|(_, spots)| spots)
    }

    /// Takes a suggestion for the state as it is now; gives it in words.
    pub(super) fn suggest(&mut self, now: Ticket, game: &dyn Game, step: Step) -> Message {
        if let Step::Move(spots) | Step::Offer(spots) | Step::Pick(spots) = step {
            self.hint = Some((now, spots));
        }
        Message::hint(game, step)
    }
}
