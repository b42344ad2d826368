//! Offers of a draw at the table. A program declines at once; Kagetsu answers when it has found its move, which waits for
//! the answer.

use crate::game::{Refusal, Seat};
use crate::session::{Mover, Occupant, Ticket};

use super::keys::Who;
use super::table::Table;

impl Table {
    /// The seat that is asked whether it agrees to a draw.
    pub(super) fn draw_asked(&self) -> Option<Seat> {
        self.session.draw_offer().map(Seat::other)
    }

    /// The seat for which somebody answers an offer of a draw. At one screen that is the other player's.
    pub(super) fn seat_asked(&self, who: Who) -> Option<Seat> {
        let asked = self.draw_asked()?;
        let is_own = match who {
            Who::Spectator => false,
            Who::Guest(number) => self.seat_of_guest(number) == Some(asked),
            Who::Owner => *self.session.occupant(asked) == Occupant::Person,
        };
        is_own.then_some(asked)
    }

    /// A seat offers a draw. Whoever thinks about a move goes on.
    pub(super) fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let events = self.session.offer_draw(seat)?;
        self.tell(&events);
        self.interrupt_all_but_moves();
        self.decline_for_program()
    }

    /// Programs know no draws by agreement.
    fn decline_for_program(&mut self) -> Result<(), Refusal> {
        let Some(asked) = self.draw_asked() else {
            return Ok(());
        };
        if let Some(Mover::Program(_)) = self.session.mover(asked) {
            let events = self.session.decline_draw(asked)?;
            self.tell(&events);
        }
        Ok(())
    }

    /// Takes the answer to a draw offer.
    pub(super) fn draw_answered(&mut self, ticket: Ticket, seat: Seat, accepts: bool) {
        if ticket != self.session.ticket() {
            return;
        }
        // An offer that has lapsed meanwhile needs no answer.
        if let Ok(events) = self.session.answer_draw(seat, accepts) {
            self.tell(&events);
        }
        if let Some((ticket, seat, step)) = self.ready.take() {
            self.answered(ticket, seat, Some(step));
        }
    }
}
