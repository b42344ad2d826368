//! Programs outside at the table: which there are, and what happens when one has no answer.

use serde::Serialize;

use crate::game::{Refusal, Seat};
use crate::player::OutsideFault;
use crate::session::{Occupant, Session, Ticket};
use crate::text::Message;

/// A program that has no answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trouble {
    /// The state for which it has none.
    #[serde(skip)]
    ticket: Ticket,
    /// Its seat.
    pub seat: Seat,
    /// What happened.
    pub message: Message,
}

/// The programs that may take a seat, and the last one that had no answer.
#[derive(Debug)]
pub(super) struct Programs {
    /// Their names. They are known by these and by nothing else.
    names: Vec<String>,
    trouble: Option<Trouble>,
}

impl Programs {
    pub(super) const fn new(names: Vec<String>) -> Self {
        Self {
            names,
            trouble: None,
        }
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Is there a program of this name?
    ///
    /// # Errors
    /// [`Refusal::NoProgram`]
    pub(super) fn check(&self, name: &str) -> Result<(), Refusal> {
        if self.names.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(Refusal::NoProgram(name.to_string()))
    }

    /// A program that has no answer for the state as it is now.
    pub(super) fn trouble(&self, now: Ticket) -> Option<&Trouble> {
        self.trouble
            .as_ref()
            .filter(|trouble| trouble.ticket == now)
    }

    /// The program of a seat has no answer for the state as it is now: the clocks stand until somebody takes its seat or
    /// it is asked again. Gives what happened in words; nothing where it was told already.
    pub(super) fn failed(
        &mut self,
        session: &mut Session,
        seat: Seat,
        fault: &OutsideFault,
    ) -> Option<Message> {
        let ticket = session.ticket();
        let Occupant::Program(name) = session.occupant(seat) else {
            return None;
        };
        if self.trouble(ticket).is_some() {
            return None;
        }
        let message = fault.message(name);
        session.hold();
        self.trouble = Some(Trouble {
            ticket,
            seat,
            message: message.clone(),
        });
        Some(message)
    }

    /// The programs without an answer are asked again.
    pub(super) fn ask_again(&mut self, session: &mut Session) {
        self.trouble = None;
        session.go_on();
    }
}
