//! The table that the page shows: a session, what happened at it, and what is to be thought about.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Ask, Colour, Game, Refusal, Seat, Spot, Step};
use crate::gomoku::record::{self, Loaded};
use crate::gomoku::{Editor, Gomoku, Rule, Setup};
use crate::session::{Event, Level, Occupant, Session, Ticket, TimeRules, read_file, write_file};
use crate::text::Message;

use super::command::Command;
use super::keys::Who;
use super::line::LineView;

/// Messages that are kept.
const LOG: usize = 200;

/// What the worker is to do next.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Make a step for Kagetsu.
    Answer { seat: Seat, level: u8 },
    /// Suggest a step to a person.
    Hint,
    /// Say whether a draw is accepted for a seat.
    Draw { seat: Seat, level: u8 },
    /// Look at the position until it changes.
    Analyse,
}

/// One game on the page.
#[derive(Debug)]
pub struct Table {
    session: Session<Gomoku>,
    log: Vec<Message>,
    curve: BTreeMap<usize, f64>,
    lines: Vec<LineView>,
    analysing: bool,
    analysed: Option<Ticket>,
    hint_wanted: bool,
    draw_wanted: Option<Seat>,
    stop: StopSignal,
    file: Option<PathBuf>,
    revision: u64,
}

impl Table {
    /// A table with the game of a file, or a new one.
    ///
    /// # Errors
    /// [`Refusal::Setup`], also with what is wrong with the file.
    pub fn new(file: Option<PathBuf>, time: Arc<dyn Clock>) -> Result<Self, Refusal> {
        let kept = file.as_deref().filter(|path| path.exists());
        let session = match kept {
            Some(path) => {
                read_file(path, time).map_err(|error| Refusal::Setup(error.to_string()))?
            }
            None => Session::new(
                Setup::square(Rule::Freestyle, 15),
                [Occupant::Person, Occupant::Kagetsu(Level::Fixed(4))],
                TimeRules::default(),
                time,
            )?,
        };
        Ok(Self {
            session,
            log: vec![Event::Started.message()],
            curve: BTreeMap::new(),
            lines: Vec::new(),
            analysing: false,
            analysed: None,
            hint_wanted: false,
            draw_wanted: None,
            stop: StopSignal::new(),
            file,
            revision: 0,
        })
    }

    /// The session.
    pub const fn session(&self) -> &Session<Gomoku> {
        &self.session
    }

    /// How often the table was changed: of two views, the one with the larger number is the newer one.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Another change begins.
    pub(super) const fn revise(&mut self) {
        self.revision += 1;
    }

    /// What happened, oldest first.
    pub fn log(&self) -> &[Message] {
        &self.log
    }

    /// Is it Kagetsu's turn?
    pub fn is_thinking(&self) -> bool {
        let seat = self.session.to_act();
        seat.is_some_and(|seat| self.session.level(seat).is_some())
    }

    /// Is the analysis switched on?
    pub const fn is_analysing(&self) -> bool {
        self.analysing
    }

    /// Black's win rates up to a number of stones.
    pub fn curve(&self, stones: usize) -> Vec<(usize, f64)> {
        let upto = self.curve.range(..=stones);
        upto.map(|(&number, &rate)| (number, rate)).collect()
    }

    /// The best lines that were found for the state as it is now.
    pub fn lines(&self) -> Vec<LineView> {
        let now = self.session.ticket();
        let found = self.lines.iter().filter(|line| line.ticket == now);
        found.cloned().collect()
    }

    /// Looks at the clocks; says whether anything happened.
    pub fn tick(&mut self) -> bool {
        let events = self.session.tick();
        self.tell(&events);
        self.revise();
        !events.is_empty()
    }

    fn tell(&mut self, events: &[Event]) {
        self.log.extend(events.iter().map(Event::message));
        let surplus = self.log.len().saturating_sub(LOG);
        self.log.drain(..surplus);
        if events.is_empty() {
            return;
        }
        if let Some(file) = &self.file
            && let Err(error) = write_file(&self.session, file)
        {
            let message = Message::new("bad-file").with("why", &error);
            self.log.push(message);
        }
    }

    /// Which job there is now, if any, with the signal that ends it.
    pub(super) fn job(&self) -> Option<(Job, Ticket, StopSignal)> {
        let seat = self.session.to_act();
        let level = |seat| self.session.level(seat);
        let answer = seat.and_then(|seat| Some((seat, level(seat)?)));
        let job = if let Some(asked) = self.draw_wanted
            && let Some(level) = level(asked)
        {
            Job::Draw { seat: asked, level }
        } else if self.hint_wanted {
            Job::Hint
        } else if let Some((seat, level)) = answer {
            Job::Answer { seat, level }
        } else if self.analysing && self.analysed != Some(self.session.ticket()) {
            Job::Analyse
        } else {
            return None;
        };
        Some((job, self.session.ticket(), self.stop.clone()))
    }

    /// Milliseconds after which the clocks must be looked at, if there is a limit.
    pub fn time_left(&self) -> Option<u64> {
        self.session.clocks().step_left
    }

    fn interrupt(&mut self) {
        self.stop.raise();
        self.stop = StopSignal::new();
        self.hint_wanted = false;
        self.draw_wanted = None;
    }

    /// Takes a step that was thought out for a state.
    pub(super) fn answered(&mut self, ticket: Ticket, seat: Seat, step: Option<Step<Spot>>) {
        if ticket != self.session.ticket() {
            return;
        }
        let events = match step {
            Some(step) => self.session.act(seat, step),
            None => self.session.fail(seat),
        };
        match events {
            Ok(events) => self.tell(&events),
            Err(refusal) => self.log.push(refusal.message()),
        }
    }

    /// Takes a suggestion.
    pub(super) fn hinted(&mut self, ticket: Ticket, step: Option<Step<Spot>>) {
        self.hint_wanted = false;
        if ticket != self.session.ticket() {
            return;
        }
        let at = match step {
            Some(Step::Move(at) | Step::Offer(at) | Step::Pick(at)) => self.session.game().name(at),
            Some(Step::Announce(number)) => number.to_string(),
            _ => return,
        };
        self.log.push(Event::Hint { at }.message());
    }

    /// Takes the answer to a draw offer.
    pub(super) fn draw_answered(&mut self, ticket: Ticket, seat: Seat, accepts: bool) {
        self.draw_wanted = None;
        if ticket != self.session.ticket() {
            return;
        }
        let events = if accepts {
            self.session.offer_draw(seat)
        } else {
            self.session.decline_draw(seat)
        };
        // An offer that has lapsed meanwhile needs no answer.
        if let Ok(events) = events {
            self.tell(&events);
        }
    }

    /// The analysis of a state has ended.
    pub(super) fn analysed(&mut self, ticket: Ticket) {
        self.analysed = Some(ticket);
    }

    /// A line was found for a state: the value of the best one becomes a point of the curve.
    pub(super) fn heard(&mut self, line: LineView) {
        let now = self.session.ticket();
        if line.ticket != now {
            return;
        }
        let (place, rate) = (line.place, line.rate);
        self.lines
            .retain(|known| known.ticket == now && known.place != place && known.at != line.at);
        self.lines.push(line);
        if place != 0 {
            return;
        }
        let game = self.session.game();
        let black = match game.to_move() {
            Colour::Black => rate,
            Colour::White => 1.0 - rate,
        };
        self.curve.insert(game.stones().stones().len(), black);
    }

    /// The seat for which somebody may act now.
    fn own_seat(&self, who: Who) -> Seat {
        match who {
            Who::Seat(seat) => seat,
            Who::Owner => {
                let person = |seat: &Seat| *self.session.occupant(*seat) == Occupant::Person;
                let to_act = self.session.to_act().filter(person);
                let any = Seat::BOTH.into_iter().find(person);
                to_act.or(any).unwrap_or(Seat::First)
            }
        }
    }

    /// Obeys a command.
    ///
    /// # Errors
    /// [`Refusal`]; nothing has changed then.
    pub fn obey(&mut self, who: Who, command: Command) -> Result<(), Refusal> {
        let seat = self.own_seat(who);
        let elsewhere = matches!(self.session.occupant(seat), Occupant::Remote(_));
        match who {
            Who::Seat(_) if !elsewhere || !is_of_a_player(&command) => {
                return Err(Refusal::NotYourTurn);
            }
            _ => {}
        }
        let Some(command) = self.ask_worker(seat, command)? else {
            return Ok(());
        };
        let events = match command {
            Command::Step { ticket, step } => {
                self.refuse_while_thinking()?;
                self.session.act_at(ticket, seat, step)?
            }
            Command::Type { text } => {
                self.refuse_while_thinking()?;
                let step = self.read_step(&text)?;
                self.session.act(seat, step)?
            }
            Command::Undo => self.session.undo()?,
            Command::Redo => self.session.redo()?,
            Command::Resign => self.session.resign(seat)?,
            Command::Exchange => self.session.exchange_sides()?,
            Command::Rematch => self.fresh(Session::rematch)?,
            Command::New(new) => {
                let (setup, seats) = (new.setup(), new.seats());
                self.fresh(|session| session.restart(setup, seats, new.time))?
            }
            Command::Edit { stones, to_move } => self.edit(stones, to_move)?,
            Command::Load { text } => self.load(&text)?,
            Command::OfferDraw | Command::Hint | Command::Analyse { .. } | Command::Stop => {
                Vec::new()
            }
        };
        self.interrupt();
        self.tell(&events);
        Ok(())
    }

    /// The seat to act belongs to Kagetsu: nobody else may move for it.
    fn refuse_while_thinking(&self) -> Result<(), Refusal> {
        if self.is_thinking() {
            return Err(Refusal::NotYourTurn);
        }
        Ok(())
    }

    /// A typed move as the step that is asked.
    fn read_step(&self, text: &str) -> Result<Step<Spot>, Refusal> {
        let game = self.session.game();
        let at = game.read_move(text)?;
        Ok(match game.ask() {
            Ask::Offer(_) => Step::Offer(at),
            Ask::Pick(_) => Step::Pick(at),
            _ => Step::Move(at),
        })
    }

    /// Takes the commands that the worker is to answer; gives the others back.
    fn ask_worker(&mut self, seat: Seat, command: Command) -> Result<Option<Command>, Refusal> {
        match command {
            Command::OfferDraw => {
                let events = self.session.offer_draw(seat)?;
                self.tell(&events);
                self.interrupt();
                self.draw_wanted = self.session.draw_offer().map(Seat::other);
            }
            Command::Hint => {
                if self.session.outcome().is_some() {
                    return Err(Refusal::GameOver);
                }
                self.interrupt();
                self.hint_wanted = true;
            }
            Command::Analyse { on } => {
                self.analysing = on;
                self.analysed = None;
                if !self.is_thinking() {
                    self.interrupt();
                }
            }
            Command::Stop => {
                self.analysing = false;
                self.interrupt();
            }
            other => return Ok(Some(other)),
        }
        Ok(None)
    }

    /// Begins anew: log and curve are those of another game.
    fn fresh(
        &mut self,
        begin: impl FnOnce(&mut Session<Gomoku>) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let events = begin(&mut self.session)?;
        self.log.clear();
        self.curve.clear();
        Ok(events)
    }

    fn edit(
        &mut self,
        stones: Vec<(Spot, Colour)>,
        to_move: Colour,
    ) -> Result<Vec<Event>, Refusal> {
        let setup = self.session.setup();
        let mut editor = Editor::new(setup.rule, setup.width, setup.height, Vec::new());
        for (at, colour) in stones {
            editor.put(at, Some(colour))?;
        }
        editor.set_to_move(to_move);
        let seats = Seat::BOTH.map(|seat| self.session.occupant(seat).clone());
        let rules = self.session.time_rules();
        self.fresh(|session| session.restart(editor.finish(), seats, rules))
    }

    /// A loaded game is played on by two persons.
    fn load(&mut self, text: &str) -> Result<Vec<Event>, Refusal> {
        let loaded = record::read(text, self.session.setup().rule);
        let Loaded { setup, moves, .. } =
            loaded.map_err(|error| Refusal::Setup(error.to_string()))?;
        let seats = [Occupant::Person, Occupant::Person];
        self.fresh(|session| {
            let mut events = session.restart(setup, seats, TimeRules::default())?;
            for at in moves {
                let seat = session.to_act().ok_or(Refusal::GameOver)?;
                events.extend(session.act(seat, Step::Move(at))?);
            }
            Ok(events)
        })
    }
}

/// Commands that a player elsewhere may give.
const fn is_of_a_player(command: &Command) -> bool {
    matches!(
        command,
        Command::Step { .. } | Command::Type { .. } | Command::Resign | Command::OfferDraw
    )
}
