//! What waits where Kagetsu is offered a draw: it answers when it has found its move, which waits for the answer.

use crate::game::{Seat, Step};
use crate::session::{Session, Ticket};

/// What waits for the answer to an offer.
#[derive(Debug, Default)]
pub(super) struct Draw {
    /// A step that Kagetsu has found for a state, and that waits until it has answered.
    ready: Option<(Ticket, Step)>,
}

impl Draw {
    /// Keeps the step of a seat back if Kagetsu has an offer to answer there first: the step would decline it without a
    /// word.
    pub(super) fn holds_back(&mut self, session: &Session, seat: Seat, step: Step) -> bool {
        let is_asked = session.draw_asked() == Some(seat) && session.level(seat).is_some();
        if is_asked {
            self.ready = Some((session.ticket(), step));
        }
        is_asked
    }

    /// The step that has waited, if the game is still in its state.
    pub(super) fn take_ready(&mut self, now: Ticket) -> Option<Step> {
        let (ticket, step) = self.ready.take()?;
        (ticket == now).then_some(step)
    }
}
