//! Programs outside at the table: which there are, and what happens when one has no answer.

use serde::Serialize;

use crate::game::{Refusal, Seat};
use crate::player::{Network, OutsideFault};
use crate::session::{AnySetup, Occupant, Session, Ticket};
use crate::text::Message;

/// A program that has no answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Trouble {
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
    networks: Vec<Network>,
    trouble: Option<Trouble>,
}

impl Programs {
    pub(super) const fn new(names: Vec<String>) -> Self {
        Self {
            names,
            networks: Vec::new(),
            trouble: None,
        }
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The networks that may take a seat as well.
    pub(super) fn networks(&self) -> &[Network] {
        &self.networks
    }

    /// Takes the networks as there are now; says whether they are others than before.
    pub(super) fn offer_networks(&mut self, networks: Vec<Network>) -> bool {
        let before = std::mem::replace(&mut self.networks, networks);
        before != self.networks
    }

    /// Is there a program or a network of this name?
    ///
    /// # Errors
    /// [`Refusal::NoProgram`]
    pub(super) fn check(&self, name: &str) -> Result<(), Refusal> {
        let networks = self.networks.iter().map(|network| &network.name);
        if self.names.iter().chain(networks).any(|known| known == name) {
            return Ok(());
        }
        Err(Refusal::NoProgram(name.to_string()))
    }

    /// Can the programs of these seats play a game that begins so? A network plays the game that it has learned alone.
    ///
    /// # Errors
    /// [`Refusal::NotInThisGame`], [`Refusal::NotLearned`]
    pub(super) fn check_setup(
        &self,
        seats: &[Occupant; 2],
        setup: &AnySetup,
    ) -> Result<(), Refusal> {
        for occupant in seats {
            let Occupant::Program(name) = occupant else {
                continue;
            };
            if !setup.kind().allows_programs() {
                return Err(Refusal::NotInThisGame);
            }
            let mut networks = self.networks.iter();
            let network = networks.find(|network| network.name == *name);
            if let Some(network) = network.filter(|network| !network.begins(setup)) {
                return Err(Refusal::NotLearned {
                    name: name.clone(),
                    rule: network.rule,
                    size: network.size,
                });
            }
        }
        Ok(())
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
        session.start_clocks();
    }
}
