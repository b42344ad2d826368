//! The table that the page shows: a session, its events, and the searches to do.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};
use serde::Serialize;

use crate::game::{Game, Line, Refusal, Seat, Spots, Step};
use crate::gomoku::{Rule, Setup};
use crate::session::{Event, Level, Mover, Occupant, Session, Ticket, TimeRules};
use crate::study::{Place, Study, Tree};
use crate::text::Message;

use super::comparison::Comparer;
use super::kept::{GameFile, Kept};
use super::keys::{GUESTS, Who};
use super::lesson::{Judged, Lesson, Question, game_after, of};
use super::line::{LineView, Proof};
use super::prover::Prover;

/// Steps before the clocks of a game with a player elsewhere go.
const FIRST_STEPS: usize = 2;
/// Messages that are kept.
const LOG: usize = 200;

/// What the worker is to do next.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Make a step for a seat.
    Answer { seat: Seat, mover: Mover },
    /// End programs that are no longer needed.
    Dismiss,
    /// Suggest a step to a person.
    Hint,
    /// Say whether a draw is accepted for a seat.
    Draw { seat: Seat, level: u8 },
    /// Look at a position until it changes; nothing for that of the game.
    Analyse(Option<Place>),
    /// Look for a win in a position.
    Prove(Option<Place>),
    /// Say what a position of this game, or a move in it, is worth.
    Judge(Question),
}

/// What a person wants to have from Kagetsu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A suggestion.
    Hint,
    /// A move in the person's place.
    Move,
}

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

/// One game on the page.
#[derive(Debug)]
pub struct Table {
    pub(super) session: Session,
    pub(super) log: Vec<Message>,
    curve: BTreeMap<usize, f64>,
    lines: Vec<LineView>,
    /// The move that was suggested for a state.
    hint: Option<(Ticket, Spots)>,
    pub(super) lesson: Lesson,
    /// A win that was proved for a state that the proving move has led to.
    proof: Option<(Ticket, Proof)>,
    pub(super) analysing: bool,
    pub(super) analysed: Option<(Ticket, Option<Place>)>,
    pub(super) wish: Option<Wish>,
    /// A step that Kagetsu has found, and that waits until it has answered an offer of a draw.
    pub(super) ready: Option<(Ticket, Seat, Step)>,
    /// Have two invited players changed seats?
    pub(super) crossed: bool,
    /// Games that were begun here.
    games: u64,
    /// Names of the programs that may take a seat.
    pub(super) programs: Vec<String>,
    pub(super) trouble: Option<Trouble>,
    pub(super) study: Study,
    /// The position that whoever studies the game looks at; nothing for that of the game.
    pub(super) focus: Option<Place>,
    /// The win that is looked for, or was found last.
    pub(super) prover: Prover,
    /// Two engines that look at the same position.
    pub(super) comparer: Comparer,
    stop: StopSignal,
    game_file: Option<GameFile>,
    /// How often it was changed: of two views, the one with the larger number is the newer one.
    pub(super) revision: u64,
}

impl Table {
    /// A table with a kept game, or a new one.
    ///
    /// # Errors
    /// [`Refusal::Setup`] with what is wrong with the kept game.
    pub(super) fn new(
        kept: Option<Kept>,
        game_file: Option<GameFile>,
        programs: Vec<String>,
        time: Arc<dyn Clock>,
    ) -> Result<Self, Refusal> {
        let crossed = kept.as_ref().is_some_and(|kept| kept.crossed);
        let tree = kept.as_ref().map(|kept| kept.study.clone());
        let session = match kept {
            Some(kept) => Session::restore(kept.session, time)
                .map_err(|error| Refusal::Setup(error.to_string()))?,
            None => Session::new(
                Setup::square(Rule::Freestyle, 15).into(),
                [Occupant::Person, Occupant::Kagetsu(Level::Fixed(4))],
                TimeRules::default(),
                time,
            )?,
        };
        let log = session.history();
        let mut table = Self {
            session,
            log: log.iter().map(Event::message).collect(),
            curve: BTreeMap::new(),
            lines: Vec::new(),
            hint: None,
            lesson: Lesson::default(),
            proof: None,
            analysing: false,
            analysed: None,
            wish: None,
            ready: None,
            crossed,
            games: 0,
            programs,
            trouble: None,
            study: Study::default(),
            focus: None,
            prover: Prover::default(),
            comparer: Comparer::default(),
            stop: StopSignal::new(),
            game_file,
            revision: 0,
        };
        table.restore_study(&tree.unwrap_or_default());
        table.hold_before_the_game();
        Ok(table)
    }

    /// The session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Another change begins.
    pub(super) const fn revise(&mut self) {
        self.revision += 1;
    }

    /// What happened, oldest first.
    pub fn log(&self) -> &[Message] {
        &self.log
    }

    /// Does Kagetsu or a program think about a move?
    pub(crate) fn is_thinking(&self) -> bool {
        self.answer().is_some()
    }

    /// The seat for which Kagetsu or a program is to move.
    pub(super) fn answer(&self) -> Option<(Seat, Mover)> {
        let seat = self.session.to_act()?;
        if self.lesson.held(&self.session).is_some() || self.trouble().is_some() {
            return None;
        }
        let other = || self.session.level(seat.other()).unwrap_or(Level::HIGHEST);
        let wished = || (self.wish == Some(Wish::Move)).then(|| Mover::Kagetsu(other()));
        Some((seat, self.session.mover(seat).or_else(wished)?))
    }

    /// The seat of an invited player. A single seat elsewhere belongs to the first one.
    pub(crate) fn seat_of_guest(&self, number: usize) -> Option<Seat> {
        let elsewhere = |seat: &Seat| matches!(self.session.occupant(*seat), Occupant::Remote(_));
        let mut seats: Vec<Seat> = Seat::BOTH.into_iter().filter(elsewhere).collect();
        if self.crossed && seats.len() == GUESTS {
            seats.reverse();
        }
        seats.get(number).copied()
    }

    /// How many games were begun here.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// May whoever plays against Kagetsu or a program not see what Kagetsu thinks of the position? Whoever asks for it, by
    /// teaching or an analysis, sees it.
    pub fn is_quiet(&self) -> bool {
        let persons = Seat::BOTH.map(|seat| *self.session.occupant(seat) == Occupant::Person);
        let asked = self.lesson.teaching || self.analysing;
        self.session.outcome().is_none() && persons[0] != persons[1] && !asked
    }

    /// A win that was proved for the state as it is now.
    pub fn proved(&self) -> Option<Proof> {
        if self.is_quiet() {
            return None;
        }
        let now = self.session.ticket();
        let best =
            |line: &&LineView| line.ticket == now && line.line.place == 0 && line.at.is_none();
        let found = self.lines.iter().find(best).and_then(|line| line.proof);
        let kept = self.proof.filter(|&(ticket, _)| ticket == now);
        found.or_else(|| kept.map(|(_, proof)| proof))
    }

    /// The clicks of the move that was suggested for the state as it is now.
    pub fn hint(&self) -> Option<Spots> {
        let now = self.session.ticket();
        self.hint
            .and_then(|(ticket, spots)| (ticket == now).then_some(spots))
    }

    /// Black's win rates up to a number of moves.
    pub fn curve(&self, moves: usize) -> Vec<(usize, f64)> {
        let shown = if self.is_quiet() { 0 } else { moves + 1 };
        let upto = self.curve.range(..shown);
        upto.map(|(&number, &rate)| (number, rate)).collect()
    }

    /// The best lines that were found for the state as it is now.
    pub fn lines(&self) -> Vec<LineView> {
        let now = self.session.ticket();
        let quiet = self.is_quiet();
        let here = |line: &&LineView| !quiet && line.ticket == now && line.at == self.focus;
        let found = self.lines.iter().filter(here);
        found.cloned().collect()
    }

    /// Looks at the clocks; says whether anything happened.
    pub fn tick(&mut self) -> bool {
        let events = self.session.tick();
        self.tell(&events);
        self.revise();
        !events.is_empty()
    }

    pub(super) fn tell(&mut self, events: &[Event]) {
        self.log.extend(events.iter().map(Event::message));
        self.follow_game();
        self.hold_before_the_game();
        let surplus = self.log.len().saturating_sub(LOG);
        self.log.drain(..surplus);
        if !events.is_empty() {
            self.keep();
        }
    }

    /// With a player elsewhere the clocks stand until both have made their first step: he may not have come yet.
    fn hold_before_the_game(&mut self) {
        if self.is_before_the_game() {
            self.session.hold();
        }
    }

    /// Does a game with a player elsewhere wait for the first steps?
    fn is_before_the_game(&self) -> bool {
        let session = &self.session;
        let running = session.outcome().is_none();
        running && session.has_remote() && session.taken().len() < FIRST_STEPS
    }

    /// Do the clocks stand?
    pub(crate) fn is_standing(&self) -> bool {
        self.trouble().is_some() || self.is_before_the_game()
    }

    /// Writes the game into its file, if it has one. The log says when that fails.
    pub(super) fn keep(&mut self) {
        if let Err(error) = self.write() {
            let message = Message::new("bad-file").with("why", &error);
            self.log.push(message);
        }
    }

    /// Writes the game into its file, if it has one.
    pub(super) fn write(&self) -> io::Result<()> {
        let Some(game_file) = &self.game_file else {
            return Ok(());
        };
        let kept = Kept {
            session: self.session.save(),
            keys: Some(game_file.keys.clone()),
            crossed: self.crossed,
            study: self.study.plain(),
        };
        kept.write(&game_file.file)
    }

    /// Which job there is now, if any, with the signal that ends it.
    pub(super) fn job(&self) -> Option<(Job, Ticket, StopSignal)> {
        let level = |seat| self.session.level(seat);
        let job = if let Some(asked) = self.draw_asked()
            && let Some(level) = level(asked)
        {
            Job::Draw { seat: asked, level }
        } else if self.wish == Some(Wish::Hint) {
            Job::Hint
        } else if let Some(question) = self.lesson.question(&self.session) {
            Job::Judge(question)
        } else if let Some((seat, mover)) = self.answer() {
            Job::Answer { seat, mover }
        } else if let Some(wanted) = self.prover.wanted() {
            Job::Prove(wanted.at)
        } else if self.analysing && self.analysed != Some((self.session.ticket(), self.focus)) {
            Job::Analyse(self.focus)
        } else {
            return None;
        };
        Some((job, self.session.ticket(), self.stop.clone()))
    }

    /// Milliseconds after which the clocks must be looked at, if there is a limit.
    pub fn time_left(&self) -> Option<u64> {
        self.session.clocks().step_left
    }

    /// Ends what the worker does.
    pub(super) fn interrupt(&mut self) {
        self.stop.raise();
        self.stop = StopSignal::new();
        self.wish = None;
    }

    /// Takes a step that was found for a state.
    pub(super) fn answered(&mut self, ticket: Ticket, seat: Seat, step: Option<Step>) {
        if ticket != self.session.ticket() {
            return;
        }
        if let Some(step) = step
            && self.draw_asked() == Some(seat)
            && self.session.level(seat).is_some()
        {
            // A step declines the offer without a word: the offer is answered first.
            self.ready = Some((ticket, seat, step));
            return;
        }
        let proof = self.proved();
        self.wish = None;
        let events = match step {
            Some(step) => self.session.act(seat, step),
            None => self.session.fail(seat),
        };
        match events {
            Ok(events) => self.tell(&events),
            Err(refusal) => self.log.push(refusal.message()),
        }
        let after = proof.and_then(Proof::after_a_stone);
        self.proof = after.map(|proof| (self.session.ticket(), proof));
    }

    /// Takes a suggestion.
    pub(super) fn hinted(&mut self, ticket: Ticket, step: Option<Step>) {
        self.wish = None;
        if ticket != self.session.ticket() {
            return;
        }
        let Some(step) = step else {
            return;
        };
        if let Step::Move(mv) | Step::Offer(mv) | Step::Pick(mv) = step {
            self.hint = Some((ticket, mv));
        }
        let message = Message::hint(self.session.game(), step);
        self.log.push(message);
    }

    /// Steps were taken back or others made: what was known about them holds no longer.
    pub(super) fn forget_undone(&mut self) {
        self.lesson.forget_after(self.session.taken().len());
        let moves = self.session.game().made().len();
        self.curve.split_off(&(moves + 1));
    }

    /// The analysis of a state has ended.
    pub(super) fn analysed(&mut self, ticket: Ticket, place: Option<Place>) {
        self.analysed = Some((ticket, place));
    }

    /// A line was found for a state: the value of the best one becomes a point of the curve.
    pub(super) fn heard(&mut self, line: LineView) {
        let now = self.session.ticket();
        if line.ticket != now {
            return;
        }
        let (place, rate, at) = (line.line.place, line.line.rate, line.at);
        self.lines.retain(|known| {
            let same = known.line.place == place || known.first == line.first;
            known.ticket == now && known.at == at && !same
        });
        self.lines.push(line);
        if place != 0 {
            return;
        }
        let game = self.session.game();
        let of_game = match at {
            None => Some((game.made().len(), game.to_move())),
            Some(Place::Moves { moves }) => self.mover_at(at).map(|colour| (moves, colour)),
            Some(Place::Node { .. }) => None,
        };
        if let Some((moves, colour)) = of_game {
            self.curve.insert(moves, of(colour, rate));
        }
    }

    /// The game that a question is about.
    pub(super) fn game_for(&self, job: &Job) -> Box<dyn Game> {
        if let Job::Analyse(Some(place)) | Job::Prove(Some(place)) = job
            && let Some(game) = self.game_at(Some(*place))
        {
            return Box::new(game);
        }
        let steps = match job {
            Job::Judge(Question::Position(steps) | Question::Try(steps, _)) => Some(*steps),
            _ => None,
        };
        let earlier = steps.and_then(|steps| game_after(&self.session, steps));
        earlier.unwrap_or_else(|| self.session.game().boxed())
    }

    /// Takes the value of a position.
    pub(super) fn judged(&mut self, ticket: Ticket, steps: usize, value: &Line) {
        if ticket != self.session.ticket() {
            return;
        }
        let Some(game) = game_after(&self.session, steps) else {
            return;
        };
        let black = of(game.to_move(), value.rate);
        let best = value.best();
        self.lesson.judged(steps, Judged { black, best });
        self.curve.insert(game.made().len(), black);
        let open = self.lesson.question(&self.session).is_some();
        self.lesson.reviewing &= open;
    }

    /// Takes the answer to an attempt; no rate when the move is not legal.
    pub(super) fn tried(&mut self, ticket: Ticket, steps: usize, spots: Spots, rate: Option<f64>) {
        let game = game_after(&self.session, steps);
        let rate = rate.filter(|_| ticket == self.session.ticket());
        self.lesson.answered(steps, spots, game.as_deref(), rate);
    }

    /// Begins anew: log, curve and mistakes are those of another game.
    pub(super) fn fresh(
        &mut self,
        begin: impl FnOnce(&mut Session) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let events = begin(&mut self.session)?;
        self.log.clear();
        self.curve.clear();
        self.lesson.forget();
        self.prover = Prover::default();
        self.restore_study(&Tree::default());
        self.games += 1;
        if self.session.has_remote() {
            self.analysing = false;
            self.lesson.teaching = false;
        }
        Ok(events)
    }

    /// The seat for which somebody may act now.
    pub(super) fn seat_of(&self, who: Who) -> Option<Seat> {
        match who {
            Who::Spectator => None,
            Who::Guest(number) => self.seat_of_guest(number),
            Who::Owner => {
                let elsewhere =
                    |seat: &Seat| matches!(self.session.occupant(*seat), Occupant::Remote(_));
                let person = |seat: &Seat| *self.session.occupant(*seat) == Occupant::Person;
                let here = || Seat::BOTH.into_iter().filter(|seat| !elsewhere(seat));
                let to_act = self.session.to_act().filter(person);
                to_act
                    .or_else(|| here().find(person))
                    .or_else(|| here().next())
            }
        }
    }
}
