//! Who is at the table, and for which seat each may act.

use serde::Serialize;

use crate::game::Seat;
use crate::session::{Occupant, Session};

/// Players who can be invited.
pub const GUESTS: usize = 2;

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// Whose table it is: may do everything.
    Owner,
    /// An invited player, by number from zero: may act for one seat.
    Guest(usize),
    /// Sees everything and changes nothing.
    Spectator,
}

/// Which invited player has which seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct People {
    /// Have two invited players changed seats?
    pub(super) crossed: bool,
}

impl People {
    /// The seat of an invited player. A single seat elsewhere belongs to the first one.
    pub(super) fn seat_of_guest(self, session: &Session, number: usize) -> Option<Seat> {
        let mut seats: Vec<Seat> = Seat::BOTH
            .into_iter()
            .filter(|&seat| is_elsewhere(session, seat))
            .collect();
        if self.crossed && seats.len() == GUESTS {
            seats.reverse();
        }
        seats.get(number).copied()
    }

    /// The number of the invited player on a seat.
    pub(super) fn guest_on(self, session: &Session, seat: Seat) -> Option<usize> {
        (0..GUESTS).find(|&number| self.seat_of_guest(session, number) == Some(seat))
    }

    /// The seat for which somebody may act now. The owner acts for all seats that nobody elsewhere has: for the one to
    /// act, if a person sits on it.
    pub(super) fn seat_of(self, session: &Session, who: Who) -> Option<Seat> {
        match who {
            Who::Spectator => None,
            Who::Guest(number) => self.seat_of_guest(session, number),
            Who::Owner => {
                let person = |seat: &Seat| *session.occupant(*seat) == Occupant::Person;
                let here = || {
                    Seat::BOTH
                        .into_iter()
                        .filter(|&seat| !is_elsewhere(session, seat))
                };
                let to_act = session.to_act().filter(person);
                to_act
                    .or_else(|| here().find(person))
                    .or_else(|| here().next())
            }
        }
    }

    /// The seat for which somebody answers an offer of a draw. At one screen that is the other player's.
    pub(super) fn seat_asked(self, session: &Session, who: Who) -> Option<Seat> {
        let asked = session.draw_asked()?;
        let is_own = match who {
            Who::Spectator => false,
            Who::Guest(number) => self.seat_of_guest(session, number) == Some(asked),
            Who::Owner => *session.occupant(asked) == Occupant::Person,
        };
        is_own.then_some(asked)
    }
}

fn is_elsewhere(session: &Session, seat: Seat) -> bool {
    matches!(session.occupant(seat), Occupant::Remote(_))
}
