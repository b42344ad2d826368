//! A program outside that has no answer, as the page shows it.

use serde::Serialize;

use crate::game::Seat;
use crate::session::Ticket;
use crate::text::Message;

/// A program that has no answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trouble {
    /// The state for which it has none.
    #[serde(skip)]
    pub ticket: Ticket,
    /// Its seat.
    pub seat: Seat,
    /// What happened.
    pub message: Message,
}
