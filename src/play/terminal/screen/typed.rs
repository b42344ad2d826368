//! What a typed line does on the screen.

use crate::game::{Game, Refusal};
use crate::gomoku::Gomoku;
use crate::session::Ticket;
use crate::table::Command;
use crate::terminal::files::{open, save};
use crate::terminal::words::{Typed, command_of, read, several, step_of};
use crate::text::{Catalogue, Message};

use super::app::{After, App, Unconfirmed, middle};

/// How a game is played, in a few sentences.
fn about(game: &dyn Game) -> Message {
    match game.downcast_ref::<Gomoku>() {
        Some(gomoku) => Message::new(format!("about-{}", gomoku.stones().rule())),
        None => Message::new(format!("about-{}", game.kind())),
    }
}

impl App {
    /// May a word end the running game? It may when it was typed `before` in the same state, so that a slip ends nothing.
    /// The first time shows the message `sure`.
    fn confirm(
        &mut self,
        word: Unconfirmed,
        before: Option<(Ticket, Unconfirmed)>,
        sure: &str,
    ) -> bool {
        let wanted = Some((self.session().ticket(), word));
        let is_over = self.session().outcome().is_some() || self.session().taken().is_empty();
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
        let typed = read(line);
        match typed {
            Typed::Quit if self.confirm(Unconfirmed::Quit, before, "terminal-quit-sure") => {
                return After::Quit;
            }
            Typed::Load(path) if self.confirm(Unconfirmed::Load, before, "terminal-load-sure") => {
                self.load(path);
            }
            Typed::Resign if !self.confirm(Unconfirmed::Resign, before, "terminal-resign-sure") => {
            }
            Typed::Rematch
                if !self.confirm(Unconfirmed::Rematch, before, "terminal-rematch-sure") => {}
            // They wait for their second time, or the board is there anyway.
            Typed::Quit | Typed::Load(_) | Typed::Board => {}
            Typed::Help => self.message = Message::new("terminal-help"),
            Typed::Rules => self.message = about(self.session().game()),
            Typed::Save { path, replaces } => self.message = save(&self.table, path, replaces),
            Typed::Numbers if self.has_numbers() => {
                self.numbers = !self.numbers;
            }
            Typed::Hint | Typed::Draw if !self.person_acts() => self.refuse(&Refusal::NotYourTurn),
            _ => match command_of(typed, &self.table) {
                Some(command) => self.order(command),
                None => self.step(line),
            },
        }
        After::Stay
    }

    /// A step of the game that was typed.
    fn step(&mut self, line: &str) {
        let game = self.session().game();
        let at = game.read_move(&line.to_ascii_lowercase());
        match (step_of(line, &game.ask(), at.clone().ok()), at) {
            (Some(step), at) => {
                if let Ok(at) = at {
                    self.cursor = at.last();
                }
                self.order(Command::Step { step });
            }
            (None, Err(refusal @ Refusal::OffBoard(_))) => self.refuse(&refusal),
            (None, Ok(_)) => self.refuse(&Refusal::WrongStep),
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

    fn load(&mut self, path: &str) {
        if let Err(message) = open(&mut self.table, path) {
            self.message = message;
            return;
        }
        // The texts were read before.
        if let Ok(texts) = Catalogue::of(self.language) {
            self.texts = texts.reworded(self.session().game().kind().words());
        }
        self.cursor = middle(self.session());
        self.go_on(self.table.log().told() - 1);
    }
}
