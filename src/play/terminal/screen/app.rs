//! What the screen knows and how it reacts to keys, mouse and answers.

use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal, WallClock};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::game::{Ask, Choice, Game, Refusal, Seat, Spot, Step};
use crate::gomoku::Gomoku;
use crate::session::{Event, Occupant, Session, Ticket, TimeRules};
use crate::terminal::options::Options;
use crate::terminal::plain::PlayError;
use crate::text::{Catalogue, Message};

use super::worker::{Question, Worker};

/// Columns of the screen for one point.
pub(super) const CELL_WIDTH: u16 = 3;

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The game goes on.
    Stay,
    /// The player leaves.
    Quit,
}

/// The state of the screen.
#[derive(Debug)]
pub(super) struct App {
    pub(super) session: Session<Gomoku>,
    pub(super) texts: Catalogue,
    pub(super) cursor: Spot,
    pub(super) message: Message,
    pub(super) numbers: bool,
    pub(super) coloured: bool,
    /// Where the board was drawn: the cell of its top left point.
    pub(super) board: Rect,
    worker: Worker,
    asked: Option<(Ticket, StopSignal)>,
}

impl App {
    pub(super) fn new(options: &Options) -> Result<Self, PlayError> {
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let rules = TimeRules::default();
        let session = Session::new(options.setup(), options.seats(), rules, clock.clone())?;
        let side = options.side / 2;
        let mut app = Self {
            session,
            texts: Catalogue::of(options.language)?,
            cursor: Spot::new(side, side),
            message: Event::Started.message(),
            numbers: false,
            // The custom of https://no-color.org.
            coloured: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            board: Rect::default(),
            worker: Worker::start(options.seed, clock)?,
            asked: None,
        };
        app.ask_worker();
        Ok(app)
    }

    /// Asks Kagetsu if it is its turn and it has not been asked yet.
    fn ask_worker(&mut self) {
        let ticket = self.session.ticket();
        if let Some((asked, stop)) = &self.asked {
            if *asked == ticket {
                return;
            }
            stop.raise();
            self.asked = None;
        }
        let seat = self.session.to_act();
        let level = seat.and_then(|seat| Some((seat, self.session.level(seat)?)));
        if level.is_some() {
            self.ask(level);
        }
    }

    fn ask(&mut self, seat: Option<(Seat, u8)>) {
        let (ticket, stop) = (self.session.ticket(), StopSignal::new());
        self.asked = Some((ticket, stop.clone()));
        self.worker.ask(Question {
            game: self.session.game().clone(),
            ticket,
            seat,
            stop,
        });
    }

    /// Takes Kagetsu's answer, if there is one; says whether the screen has changed.
    pub(super) fn hear(&mut self) -> bool {
        let Some(answer) = self.worker.answer() else {
            return false;
        };
        if answer.ticket != self.session.ticket() {
            return false;
        }
        self.asked = None;
        match (answer.seat, answer.step) {
            (Some(seat), Some(step)) => {
                let events = self.session.act(seat, step);
                self.tell(events);
            }
            (None, Some(Step::Move(at) | Step::Offer(at) | Step::Pick(at))) => {
                self.cursor = at;
                let at = self.session.game().write_move(at);
                self.message = Event::Hint { at }.message();
            }
            _ => {}
        }
        true
    }

    fn tell(&mut self, events: Result<Vec<Event>, Refusal>) {
        match events {
            Ok(events) => {
                if let Some(event) = events.last() {
                    self.message = event.message();
                }
                self.ask_worker();
            }
            Err(refusal) => self.message = refusal.message(),
        }
    }

    /// Is a person to act?
    pub(super) fn person_acts(&self) -> bool {
        let person = |seat| *self.session.occupant(seat) == Occupant::Person;
        self.session.to_act().is_some_and(person)
    }

    fn own_seat(&self) -> Seat {
        let person = |seat: &Seat| *self.session.occupant(*seat) == Occupant::Person;
        let to_act = self.session.to_act().filter(person);
        to_act
            .or_else(|| Seat::BOTH.into_iter().find(person))
            .unwrap_or(Seat::First)
    }

    fn act(&mut self, step: Step<Spot>) {
        let answer = if self.person_acts() {
            self.session.act(self.own_seat(), step)
        } else {
            Err(Refusal::NotYourTurn)
        };
        self.tell(answer);
    }

    fn play_at(&mut self, at: Spot) {
        self.cursor = at;
        let step = match self.session.game().ask() {
            Ask::Offer(_) => Step::Offer(at),
            Ask::Pick(_) => Step::Pick(at),
            _ => Step::Move(at),
        };
        self.act(step);
    }

    /// The spot at a cell of the screen.
    fn spot_at(&self, column: u16, row: u16) -> Option<Spot> {
        let inside = self.board.contains((column, row).into());
        let x = (column.checked_sub(self.board.x)?) / CELL_WIDTH;
        let y = row.checked_sub(self.board.y)?;
        inside.then_some(Spot::new(x as u8, y as u8))
    }

    /// Reacts to a key, the mouse or a resize.
    pub(super) fn handle(&mut self, input: &Input) -> After {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => return self.press(*key),
            Input::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                if let Some(at) = self.spot_at(mouse.column, mouse.row) {
                    self.play_at(at);
                }
            }
            _ => {}
        }
        After::Stay
    }

    fn press(&mut self, key: KeyEvent) -> After {
        let setup = self.session.setup();
        let (right, bottom) = (setup.width - 1, setup.height - 1);
        let cursor = &mut self.cursor;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return After::Quit;
            }
            KeyCode::Char('q') => return After::Quit,
            KeyCode::Left => cursor.x = cursor.x.saturating_sub(1),
            KeyCode::Right => cursor.x = (cursor.x + 1).min(right),
            KeyCode::Up => cursor.y = cursor.y.saturating_sub(1),
            KeyCode::Down => cursor.y = (cursor.y + 1).min(bottom),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_at(self.cursor),
            KeyCode::Char('n') => self.numbers = !self.numbers,
            KeyCode::Char('p') => self.act(Step::Pass),
            KeyCode::Char('h') if self.person_acts() && self.asked.is_none() => self.ask(None),
            KeyCode::Char('u') => {
                let events = self.session.undo();
                self.tell(events);
            }
            KeyCode::Char('r') => {
                let events = self.session.redo();
                self.tell(events);
            }
            KeyCode::Char('x') => {
                let events = self.session.resign(self.own_seat());
                self.tell(events);
            }
            KeyCode::Char('m') => {
                let events = self.session.rematch();
                self.tell(events);
            }
            KeyCode::Char(digit @ '1'..='9') => self.choose(digit as u8 - b'0'),
            _ => {}
        }
        After::Stay
    }

    /// The choices that are asked, in the order of their digits.
    pub(super) fn choices(&self) -> Vec<Choice> {
        match self.session.game().ask() {
            Ask::Choose(choices) if self.person_acts() => choices,
            _ => Vec::new(),
        }
    }

    fn choose(&mut self, digit: u8) {
        match self.session.game().ask() {
            Ask::Announce(_) => self.act(Step::Announce(digit)),
            Ask::Choose(choices) => {
                if let Some(&choice) = choices.get(usize::from(digit) - 1) {
                    self.act(Step::Choose(choice));
                }
            }
            _ => {}
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.asked {
            stop.raise();
        }
    }
}
