//! Programs outside at the table: which there are, and what happens when one has no answer.

use crate::game::{Refusal, Seat};
use crate::player::OutsideFault;
use crate::session::{Occupant, Ticket};

use super::table::{Table, Trouble};

impl Table {
    /// A program that has no answer for the state as it is now.
    pub fn trouble(&self) -> Option<&Trouble> {
        let now = self.session.ticket();
        self.trouble
            .as_ref()
            .filter(|trouble| trouble.ticket == now)
    }

    /// Names of the programs that may take a seat.
    pub fn programs(&self) -> &[String] {
        &self.programs
    }

    /// Programs are known by the names that were given at the start, and by nothing else.
    pub(super) fn check_program(&self, name: &str) -> Result<(), Refusal> {
        if self.programs.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(Refusal::NoProgram(name.to_string()))
    }

    /// Is a program needed that plays for a seat in the game with this number?
    pub(super) fn needs(&self, seat: Seat, name: &str, number: u64) -> bool {
        let sits = matches!(self.session.occupant(seat), Occupant::Program(known) if known == name);
        sits && number == self.games() && self.session.outcome().is_none()
    }

    /// A program has no answer for a state: the clocks stand until somebody takes its seat or it is asked again.
    pub(super) fn failed(&mut self, ticket: Ticket, seat: Seat, fault: &OutsideFault) {
        if ticket != self.session.ticket() || self.trouble().is_some() {
            return;
        }
        let Occupant::Program(name) = self.session.occupant(seat) else {
            return;
        };
        let message = fault.message(name);
        self.log.push(message.clone());
        self.session.hold();
        self.trouble = Some(Trouble {
            ticket,
            seat,
            message,
        });
    }

    /// The programs without an answer are asked again.
    pub(super) fn ask_again(&mut self) {
        self.trouble = None;
        self.session.go_on();
    }
}
