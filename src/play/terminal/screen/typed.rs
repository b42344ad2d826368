//! What a typed line does on the screen.

use crate::game::{Ask, Refusal, Seat};
use crate::session::{Mover, Occupant, Ticket};
use crate::terminal::files::{load, save};
use crate::terminal::words::{Typed, about, read, several, step_of};
use crate::text::{Catalogue, Message};

use super::app::{After, App, Unconfirmed, middle};
use super::worker::Wanted;

impl App {
    /// May a word end the running game? It may when it was typed `before` in the same state, so that a slip ends nothing.
    /// The first time shows the message `sure`.
    fn confirm(
        &mut self,
        word: Unconfirmed,
        before: Option<(Ticket, Unconfirmed)>,
        sure: &str,
    ) -> bool {
        let wanted = Some((self.session.ticket(), word));
        let is_over = self.session.outcome().is_some() || self.session.taken().is_empty();
        if is_over || before == wanted {
            return true;
        }
        self.unconfirmed = wanted;
        self.message = Message::new(sure);
        false
    }

    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> After {
        let before = self.unconfirmed.take();
        let choosing = matches!(self.session.game().ask(), Ask::Choose(_));
        match read(line) {
            Typed::Quit if self.confirm(Unconfirmed::Quit, before, "terminal-quit-sure") => {
                return After::Quit;
            }
            Typed::Help => self.message = Message::new("terminal-help"),
            Typed::Rules => self.message = about(self.session.game()),
            Typed::Save { path, replaces } => self.message = save(&self.session, path, replaces),
            Typed::Load(path) if self.confirm(Unconfirmed::Load, before, "terminal-load-sure") => {
                self.load(path);
            }
            Typed::Hint if self.person_acts() && self.asked.is_none() => self.ask(Wanted::Hint),
            Typed::Numbers if self.session.game().picture().has_numbers() => {
                self.numbers = !self.numbers;
            }
            Typed::TakeOver(by) if self.trouble().is_some() => self.take_over(by),
            Typed::Undo => {
                let events = self.session.undo();
                self.tell(events);
            }
            Typed::Redo => {
                let events = self.session.redo();
                self.tell(events);
            }
            Typed::Draw => self.offer_draw(),
            Typed::Swap if !choosing => {
                let events = self.session.exchange_sides();
                self.tell(events);
            }
            Typed::Resign if self.confirm(Unconfirmed::Resign, before, "terminal-resign-sure") => {
                let events = self.session.resign(self.session.own_seat());
                self.tell(events);
            }
            Typed::Rematch
                if self.confirm(Unconfirmed::Rematch, before, "terminal-rematch-sure") =>
            {
                self.games += 1;
                let events = self.session.rematch();
                self.tell(events);
            }
            // They wait for their second time, or the board is there anyway.
            Typed::Quit | Typed::Load(_) | Typed::Resign | Typed::Rematch | Typed::Board => {}
            Typed::Hint => self.tell(Err(Refusal::NotYourTurn)),
            Typed::Swap | Typed::Numbers | Typed::TakeOver(_) | Typed::Step(_) => self.step(line),
        }
        After::Stay
    }

    /// A step of the game that was typed.
    fn step(&mut self, line: &str) {
        let game = self.session.game();
        let at = game.read_move(&line.to_ascii_lowercase());
        match (step_of(line, &game.ask(), at.clone().ok()), at) {
            (Some(step), at) => {
                if let Ok(at) = at {
                    self.cursor = at.last();
                }
                self.act(step);
            }
            (None, Err(refusal @ Refusal::OffBoard(_))) => self.tell(Err(refusal)),
            (None, Ok(_)) => self.tell(Err(Refusal::WrongStep)),
            (None, Err(_)) => {
                let text = if several(line, game).is_empty() {
                    "terminal-unknown"
                } else {
                    "terminal-one-move"
                };
                self.message = Message::new(text).with("text", line);
            }
        }
    }

    /// Offers a draw, or agrees to one that another person at this keyboard has offered. Kagetsu thinks about it; programs
    /// know no draws by agreement.
    fn offer_draw(&mut self) {
        let is_person = |seat| *self.session.occupant(seat) == Occupant::Person;
        let offered = self.session.draw_offer().map(Seat::other);
        let seat = offered
            .filter(|&seat| is_person(seat))
            .unwrap_or(self.session.own_seat());
        if !self.person_acts() || self.asked.is_some() {
            return self.tell(Err(Refusal::NotYourTurn));
        }
        let events = self.session.offer_draw(seat);
        let is_offered = events.is_ok() && self.session.outcome().is_none();
        self.tell(events);
        match self.session.mover(seat.other()) {
            Some(Mover::Kagetsu(level)) if is_offered => {
                self.ask(Wanted::Draw(seat.other(), level));
            }
            Some(Mover::Program(_)) if is_offered => {
                let events = self.session.decline_draw(seat.other());
                self.tell(events);
            }
            _ => {}
        }
    }

    fn load(&mut self, path: &str) {
        match load(&self.session, path) {
            Ok((session, events)) => {
                let words = session.game().kind().words();
                // The texts were read before.
                if let Ok(texts) = Catalogue::of(self.language) {
                    self.texts = texts.reworded(words);
                }
                self.games += 1;
                self.session = session;
                self.cursor = middle(&self.session);
                self.tell(Ok(events));
            }
            Err(message) => self.message = message,
        }
    }
}
