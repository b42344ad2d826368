//! Who is at the table, for which seat each may act, what they call themselves, and what they say to each other.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::session::{Occupant, Session};

/// Most guests of a game.
pub(crate) const GUESTS: usize = 2;

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// Whose table it is: may do everything.
    Owner,
    /// A guest, by number from zero: a person who plays from elsewhere by an invitation, and may act for one seat.
    Guest(usize),
    /// Sees everything and changes nothing.
    Spectator,
}

/// Most characters of a name.
const NAME: usize = 24;
/// The signs of a name beside letters and digits.
const NAME_SIGNS: &str = " '’-._·!?+";
/// Letters of Korean that are blanks.
const FILLERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
/// Phrases that are kept.
const KEPT: usize = 20;

/// What people say to each other: only ready phrases, so that every reader has them in the own language, and nobody is
/// insulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phrase {
    /// A greeting.
    Hello,
    /// May the better one win.
    GoodLuck,
    /// A compliment on a move.
    GoodMove,
    /// I will be back.
    OneMoment,
    /// I did not want that.
    Oops,
    /// A compliment on the game.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// Goodbye.
    Bye,
}

/// A phrase that somebody has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Said {
    /// The seat of whoever said it.
    pub seat: Seat,
    /// What.
    pub phrase: Phrase,
    /// Counts all phrases of the table from one.
    pub number: u64,
}

/// The people at the table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct People {
    /// Have two guests changed seats?
    #[serde(rename = "crossed")]
    pub(super) guests_swapped: bool,
    /// What the players of the game on the board are called by the file that it came from.
    pub(super) recorded: [String; 2],
    /// Steps of that game, where the file has it to its end.
    pub(super) recorded_end: Option<usize>,
    /// What they call themselves: first whose table it is, then the guests. Empty where one has not said it.
    pub(super) names: [String; 1 + GUESTS],
    /// The last phrases of this game, oldest first. They are not saved.
    #[serde(skip)]
    pub(super) said: Vec<Said>,
    /// Phrases that were said at the table.
    #[serde(skip)]
    phrases: u64,
    /// The seat that would like another game with the sides changed. It is not saved.
    #[serde(skip)]
    pub(super) rematch: Option<Seat>,
}

impl People {
    /// Somebody takes a name. Only letters, digits and a few signs are taken, so that nobody looks like somebody else by
    /// characters that have no width or turn the line, and every file can hold it. The program's own name is none.
    pub(super) fn rename(&mut self, who: Who, name: &str) {
        let place = match who {
            Who::Owner => 0,
            Who::Guest(number) => 1 + number,
            Who::Spectator => return,
        };
        let name = seen_of(name);
        if let Some(slot) = self.names.get_mut(place) {
            let is_own =
                name.eq_ignore_ascii_case(Occupant::KAGETSU) || Occupant::level_of(&name).is_some();
            *slot = if is_own { String::new() } else { name };
        }
    }

    /// Another game begins, in which others may sit on the seats. Names stay.
    pub(super) fn forget_game(&mut self) {
        *self = Self {
            guests_swapped: self.guests_swapped,
            names: std::mem::take(&mut self.names),
            phrases: self.phrases,
            ..Self::default()
        };
    }

    /// A game has come from a file, which calls its players so.
    pub(super) fn record(&mut self, session: &Session) {
        self.recorded_end = session.outcome().map(|_| session.steps().len());
        // Somebody without a name is called by the colour.
        let nobody = Occupant::Person.name();
        let is_somebody = |name: &&String| **name != nobody;
        self.recorded = session.names().each_ref().map(|name| {
            name.as_ref()
                .filter(is_somebody)
                .map_or_else(String::new, |name| seen_of(name))
        });
    }

    /// Somebody on a seat says something.
    pub(super) fn say(&mut self, seat: Seat, phrase: Phrase) {
        self.phrases += 1;
        self.said.push(Said {
            seat,
            phrase,
            number: self.phrases,
        });
        let surplus = self.said.len().saturating_sub(KEPT);
        self.said.drain(..surplus);
    }

    /// The names of the people on the seats, where they have said them. Of two people at one screen nobody knows which is
    /// which; there the game may have names from its file, and so has one that was over when it was opened.
    pub(super) fn names_of(&self, session: &Session) -> [Option<String>; 2] {
        let here = Seat::BOTH.map(|seat| session.is_person(seat));
        let are_both = here == [true, true];
        let made = session.outcome().map(|_| session.steps().len());
        let is_of_others = made.is_some() && made == self.recorded_end;
        Seat::BOTH.map(|seat| {
            let name = match self.guest_on(session, seat) {
                Some(number) => &self.names[1 + number],
                None if is_of_others || are_both => &self.recorded[seat.index()],
                None if here[seat.index()] => &self.names[0],
                None => return None,
            };
            Some(name.clone()).filter(|name| !name.is_empty())
        })
    }

    /// The seat of a guest. A single guest is the first one.
    fn seat_of_guest(&self, session: &Session, number: usize) -> Option<Seat> {
        let mut seats: Vec<Seat> = Seat::BOTH
            .into_iter()
            .filter(|&seat| session.occupant(seat).is_guest())
            .collect();
        if self.guests_swapped && seats.len() == GUESTS {
            seats.reverse();
        }
        seats.get(number).copied()
    }

    /// The number of the guest on a seat.
    pub(super) fn guest_on(&self, session: &Session, seat: Seat) -> Option<usize> {
        (0..GUESTS).find(|&number| self.seat_of_guest(session, number) == Some(seat))
    }

    /// The seat for which somebody may act now. The owner acts for the persons here: for the one to act, if it is one.
    pub(super) fn seat_of(&self, session: &Session, who: Who) -> Option<Seat> {
        match who {
            Who::Spectator => None,
            Who::Guest(number) => self.seat_of_guest(session, number),
            Who::Owner => {
                let person = |seat: &Seat| session.is_person(*seat);
                let to_act = session.to_act().filter(person);
                to_act.or_else(|| Seat::BOTH.into_iter().find(person))
            }
        }
    }

    /// The seat for which somebody answers an offer of a draw. At one screen that is the other player's.
    pub(super) fn seat_asked(&self, session: &Session, who: Who) -> Option<Seat> {
        let asked = session.draw_asked()?;
        let is_own = match who {
            Who::Spectator => false,
            Who::Guest(number) => self.seat_of_guest(session, number) == Some(asked),
            Who::Owner => session.is_person(asked),
        };
        is_own.then_some(asked)
    }
}

/// What is seen of a name: letters, digits and a few signs, not too many.
fn seen_of(name: &str) -> String {
    let is_seen =
        |c: &char| (c.is_alphanumeric() && !FILLERS.contains(c)) || NAME_SIGNS.contains(*c);
    let seen: String = name.chars().filter(is_seen).collect();
    let short: String = seen.trim().chars().take(NAME).collect();
    short.trim_end().to_string()
}
