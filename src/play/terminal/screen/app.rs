//! What the screen knows and how it reacts to keys, mouse and answers.

use std::sync::Arc;

use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{Clock, StopSignal, WallClock};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::game::{Ask, Cell, Choice, Refusal, Seat, Spot, Step};
use crate::player::{OutsideFault, OutsidePrograms};
use crate::registry::write_position;
use crate::session::{Event, Mover, Occupant, Session, Ticket, TimeRules};
use crate::terminal::options::Options;
use crate::terminal::plain::PlayError;
use crate::terminal::words::Successor;
use crate::text::{Catalogue, Language, Message};

use super::worker::{Found, Question, Wanted, Worker};

/// Columns of the screen for one point.
pub(super) const CELL_WIDTH: u16 = 3;

/// Most letters of the line that is typed.
const LONGEST_LINE: usize = 200;

/// What needs a second time before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unconfirmed {
    Resign,
    Rematch,
    Load,
    Quit,
}

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The game goes on.
    Stay,
    /// The player leaves.
    Quit,
}

/// The spot nearest to the middle of the board, where the cursor begins.
pub(super) fn middle(session: &Session) -> Spot {
    let picture = session.game().picture();
    let (x, y) = (picture.width / 2, picture.height / 2);
    let columns = (0..picture.width).map(|column| Spot::new(column, y));
    columns
        .filter(|&spot| picture.cell(spot) != Cell::Missing)
        .min_by_key(|spot| spot.x.abs_diff(x))
        .unwrap_or(Spot::new(x, y))
}

/// The state of the screen.
#[derive(Debug)]
pub(super) struct App {
    pub(super) session: Session,
    pub(super) texts: Catalogue,
    pub(super) cursor: Spot,
    /// Clicks of a move that needs more of them.
    pub(super) chosen: Vec<Spot>,
    pub(super) message: Message,
    /// The line that is being typed.
    pub(super) typed: String,
    pub(super) numbers: bool,
    pub(super) coloured: bool,
    /// Where the board was drawn: the cell of the first point that is shown.
    pub(super) board: Rect,
    /// The first row and column that are shown.
    pub(super) first: (u8, u8),
    pub(super) language: Language,
    worker: Worker,
    pub(super) asked: Option<(Ticket, StopSignal)>,
    /// Games that were begun before.
    pub(super) games: u64,
    /// The state for which a program has no answer, its seat and its name.
    trouble: Option<(Ticket, Seat, String)>,
    /// The state in which a word waits for its second time.
    pub(super) unconfirmed: Option<(Ticket, Unconfirmed)>,
}

impl App {
    pub(super) fn new(
        options: &Options,
        programs: Option<Arc<dyn OutsidePrograms>>,
    ) -> Result<Self, PlayError> {
        options.check()?;
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let rules = TimeRules::default();
        let names = programs.as_ref().map(|known| known.names());
        let seats = options.seats(&names.unwrap_or_default())?;
        let session = Session::new(options.setup(), seats, rules, clock.clone())?;
        let words = options.game.words();
        let mut app = Self {
            cursor: middle(&session),
            session,
            texts: Catalogue::of(options.language)?.reworded(words),
            chosen: Vec::new(),
            message: Event::Started.message(),
            typed: String::new(),
            numbers: false,
            // The custom of https://no-color.org.
            coloured: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            board: Rect::default(),
            first: (0, 0),
            language: options.language,
            worker: Worker::start(options.seed.unwrap_or_else(drawn_seed), clock, programs)?,
            asked: None,
            games: 0,
            trouble: None,
            unconfirmed: None,
        };
        app.ask_worker();
        Ok(app)
    }

    /// Asks Kagetsu or a program if it is its turn and it has not been asked yet.
    fn ask_worker(&mut self) {
        let ticket = self.session.ticket();
        if let Some((asked, stop)) = &self.asked {
            if *asked == ticket {
                return;
            }
            stop.raise();
            self.asked = None;
        }
        let Some(seat) = self.session.to_act() else {
            return self.worker.dismiss();
        };
        if let Some(mover) = self.session.mover(seat)
            && self.trouble().is_none()
        {
            self.ask(Wanted::Step(seat, mover));
        }
    }

    /// Who moves by itself now.
    pub(super) fn mover(&self) -> Option<Mover> {
        let seat = self.session.to_act()?;
        self.session.mover(seat)
    }

    /// The seat and the name of a program that has no answer now.
    pub(super) fn trouble(&self) -> Option<(Seat, &str)> {
        let now = self.session.ticket();
        let trouble = self.trouble.as_ref();
        trouble.and_then(|(ticket, seat, name)| (*ticket == now).then_some((*seat, name.as_str())))
    }

    fn failed(&mut self, seat: Seat, fault: &OutsideFault) {
        if let Occupant::Program(name) = self.session.occupant(seat) {
            self.message = fault.message(name);
            self.trouble = Some((self.session.ticket(), seat, name.clone()));
        }
    }

    /// Somebody moves for the seat of a program that has no answer.
    pub(super) fn take_over(&mut self, by: Successor) {
        if let (Some((_, seat, _)), Some(occupant)) = (self.trouble.take(), by.occupant()) {
            self.session.seat(seat, occupant);
        }
        self.ask_worker();
    }

    pub(super) fn ask(&mut self, wanted: Wanted) {
        let (ticket, stop) = (self.session.ticket(), StopSignal::new());
        self.asked = Some((ticket, stop.clone()));
        self.worker.ask(Question {
            game: self.session.game().boxed(),
            ticket,
            wanted,
            number: self.games,
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
        match answer.found {
            Found::Step(seat, Err(fault)) => self.failed(seat, &fault),
            Found::Step(seat, Ok(Some(step))) => {
                let events = self.session.act(seat, step);
                self.tell(events);
            }
            Found::Hint(Some(step)) => {
                if let Step::Move(at) | Step::Offer(at) | Step::Pick(at) = step {
                    self.cursor = at.as_slice()[0];
                }
                self.message = Message::hint(self.session.game(), step);
            }
            Found::Draw(seat, accepts) => {
                let events = self.session.answer_draw(seat, accepts);
                self.tell(events);
            }
            Found::Step(_, Ok(None)) | Found::Hint(None) => {}
        }
        true
    }

    pub(super) fn tell(&mut self, events: Result<Vec<Event>, Refusal>) {
        match events {
            Ok(events) => {
                self.chosen.clear();
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

    pub(super) fn act(&mut self, step: Step) {
        let answer = if self.person_acts() {
            self.session.act(self.session.own_seat(), step)
        } else {
            Err(Refusal::NotYourTurn)
        };
        self.tell(answer);
    }

    fn play_at(&mut self, at: Spot) {
        self.cursor = at;
        if !self.person_acts() {
            return self.tell(Err(Refusal::NotYourTurn));
        }
        // A chosen spot is given up by choosing it again.
        if let Some(place) = self.chosen.iter().position(|&spot| spot == at) {
            self.chosen.truncate(place);
            return;
        }
        let game = self.session.game();
        let clicks: Vec<Spot> = self.chosen.iter().copied().chain([at]).collect();
        match game.clicks(&clicks) {
            Ok(None) => self.chosen = clicks,
            Ok(Some(mv)) => self.act(game.ask().step(mv)),
            // A click that begins anew, such as on another piece.
            Err(refusal) => match game.clicks(&[at]) {
                Ok(None) if !self.chosen.is_empty() => self.chosen = vec![at],
                _ => self.tell(Err(refusal)),
            },
        }
    }

    fn step_cursor(&mut self, way: (i8, i8)) {
        self.cursor = self.session.game().picture().step(self.cursor, way);
    }

    /// The spot at a cell of the screen.
    fn spot_at(&self, column: u16, row: u16) -> Option<Spot> {
        let inside = self.board.contains((column, row).into());
        let x = (column.checked_sub(self.board.x)?) / CELL_WIDTH;
        let y = row.checked_sub(self.board.y)?;
        inside.then_some(Spot::new(self.first.0 + x as u8, self.first.1 + y as u8))
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

    /// Letters and digits collect in a line, and Enter does what the line says. So nothing else is played than what was
    /// typed, whatever letters the columns have.
    fn press(&mut self, key: KeyEvent) -> After {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => return After::Quit,
            KeyCode::Left => self.step_cursor((-1, 0)),
            KeyCode::Right => self.step_cursor((1, 0)),
            KeyCode::Up => self.step_cursor((0, -1)),
            KeyCode::Down => self.step_cursor((0, 1)),
            KeyCode::Esc if self.typed.is_empty() => self.chosen.clear(),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::F(1) => self.message = Message::new("terminal-help"),
            KeyCode::Enter if !self.typed.trim().is_empty() => {
                let line = std::mem::take(&mut self.typed);
                return self.obey(line.trim());
            }
            KeyCode::Enter => {
                self.typed.clear();
                self.play_at(self.cursor);
            }
            KeyCode::Char(' ') if self.typed.is_empty() => self.play_at(self.cursor),
            KeyCode::Char(letter) if !is_control && self.typed.len() < LONGEST_LINE => {
                self.typed.push(letter);
            }
            _ => {}
        }
        After::Stay
    }

    /// What stays on the terminal after the screen: the game as one line that can be pasted elsewhere, and its result.
    /// Nothing of a game without a step.
    pub(super) fn farewell(&self) -> Option<String> {
        if self.session.taken().is_empty() {
            return None;
        }
        let outcome = self.session.outcome();
        let end = outcome.map_or(Message::new("terminal-unfinished"), |outcome| {
            self.session.ended(outcome).message()
        });
        let moves = write_position(&self.session);
        Some(format!("{moves}\n{}\n", self.texts.say(&end)))
    }

    /// The choices that are asked, in the order of their digits.
    pub(super) fn choices(&self) -> Vec<Choice> {
        match self.session.game().ask() {
            Ask::Choose(choices) if self.person_acts() => choices,
            _ => Vec::new(),
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
