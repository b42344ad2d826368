//! The session itself: its state and the steps of the players.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use kagetsu_kernel::Clock;

use crate::game::{EndReason, Game, Outcome, Refusal, Seat, Step};
use crate::gomoku::{Gomoku, Setup};

use super::clock::{ClockReading, Clocks, TimeRules};
use super::event::Event;
use super::occupant::{AutoLevel, Level, Mover, Occupant};
use super::position::Position;
use super::setup::AnySetup;

/// The number of a state of a session; every change counts it up. Whoever thinks about a state gives the number back with
/// the answer, and an answer to an earlier state is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Ticket(pub(crate) u64);

/// A step that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayedStep {
    /// By whom.
    pub seat: Seat,
    /// The step.
    pub step: Step,
    /// The time it took in milliseconds.
    pub ms: u64,
    /// Did a person make it? Unknown in files of earlier releases.
    human: Option<bool>,
}

/// A step of a seat, in the game as it stands before it.
fn describe(game: &dyn Game, seat: Seat, step: Step) -> Event {
    let name = |mv| game.write_move(mv);
    match step {
        Step::Move(mv) => Event::Moved {
            // A stone may be laid for the other colour during an opening.
            colour: game.to_move(),
            at: name(mv),
            number: game.move_count() + 1,
        },
        Step::Pass => Event::Passed {
            colour: game.colour(seat),
        },
        Step::Choose(choice) => Event::Chose { choice },
        Step::Announce(number) => Event::Announced { number },
        Step::Offer(mv) => Event::Offered { at: name(mv) },
        Step::Pick(mv) => Event::Picked { at: name(mv) },
    }
}

/// One game with its seats.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(super) setup: AnySetup,
    pub(super) game: Box<dyn Game>,
    /// The steps of the game so far.
    pub(super) steps: Vec<PlayedStep>,
    /// Steps that were taken back, the next one to bring back last.
    pub(super) undone: Vec<PlayedStep>,
    pub(super) seats: [Occupant; 2],
    /// First steps that the record of the game calls those of an opening.
    pub(super) given: usize,
    /// What the people on the seats are called in records.
    pub(super) names: [Option<String>; 2],
    pub(super) clocks: Clocks,
    pub(super) outcome: Option<Outcome>,
    pub(super) draw_offer: Option<Seat>,
    /// How many moves there were at the last offer of each seat, or fewer where moves were taken back since. It is not saved.
    pub(super) offered_after: [Option<usize>; 2],
    /// The seat that asks to take its last step back. It is not saved: after a restart it asks again.
    pub(super) takeback: Option<Seat>,
    /// The level of seats that adapt to the person.
    pub(super) auto: AutoLevel,
    /// Has it learned from this game?
    pub(super) is_counted: bool,
    pub(super) ticket: u64,
    pub(super) time: Arc<dyn Clock>,
}

impl Session {
    /// A new game; the clocks run from its first step on.
    ///
    /// # Errors
    /// As [`AnySetup::start`] and [`TimeRules::check`].
    pub(crate) fn new(
        setup: AnySetup,
        seats: [Occupant; 2],
        rules: TimeRules,
        time: Arc<dyn Clock>,
    ) -> Result<Self, Refusal> {
        rules.check()?;
        let game = setup.start()?;
        Ok(Self {
            setup,
            game,
            steps: Vec::new(),
            undone: Vec::new(),
            seats,
            given: 0,
            names: [None, None],
            clocks: Clocks::new(rules),
            outcome: None,
            draw_offer: None,
            offered_after: [None; 2],
            takeback: None,
            auto: AutoLevel::default(),
            is_counted: false,
            ticket: 0,
            time,
        })
    }

    /// A new game without limits of time, under a clock that stands.
    #[cfg(test)]
    pub(crate) fn untimed(setup: AnySetup, seats: [Occupant; 2]) -> Self {
        let time = Arc::new(kagetsu_kernel::FakeClock::new());
        Self::new(setup, seats, TimeRules::default(), time).expect("the setup is sound")
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// What was agreed before the game.
    pub(crate) const fn setup(&self) -> &AnySetup {
        &self.setup
    }

    /// The position after the first steps; the position now where there are fewer.
    pub(crate) fn position_after(&self, steps: usize) -> Position {
        let first = self.steps.iter().take(steps);
        Position {
            setup: self.setup.clone(),
            steps: first.map(|played| played.step).collect(),
        }
    }

    /// Setup and state of gomoku, if it is that game.
    pub(crate) fn gomoku(&self) -> Option<(&Setup, &Gomoku)> {
        self.setup.gomoku().zip(self.game.downcast_ref())
    }

    /// Does an opening procedure last?
    pub(crate) fn in_opening(&self) -> bool {
        self.gomoku()
            .is_some_and(|(_, game)| !game.opening_is_done())
    }

    /// Has a seat made a step?
    pub(crate) fn has_stepped(&self, seat: Seat) -> bool {
        self.steps.iter().any(|played| played.seat == seat)
    }

    /// The steps so far.
    pub(crate) fn steps(&self) -> &[PlayedStep] {
        &self.steps
    }

    /// Did a person make a step? Whoever sits there now may have changed sides since.
    pub(crate) fn is_of_person(&self, played: &PlayedStep) -> bool {
        let known = played.human;
        known.unwrap_or_else(|| self.occupant(played.seat).is_human())
    }

    /// Number of steps that could be brought back.
    pub(crate) fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Who sits on a seat.
    pub(crate) const fn occupant(&self, seat: Seat) -> &Occupant {
        &self.seats[seat.index()]
    }

    /// What the people on the seats are called in records.
    pub(crate) const fn names(&self) -> &[Option<String>; 2] {
        &self.names
    }

    /// First steps of the opening, as the record of the game says: those of them that are still made.
    pub(crate) fn given(&self) -> usize {
        self.given.min(self.steps.len())
    }

    /// Says what the people on the seats are called in records.
    pub(crate) fn set_names(&mut self, names: [Option<String>; 2]) {
        self.names = names;
    }

    /// Who sits on both.
    pub(crate) const fn seats(&self) -> &[Occupant; 2] {
        &self.seats
    }

    /// Does a person at this machine sit on a seat?
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        *self.occupant(seat) == Occupant::Person
    }

    /// Does a person, here or a guest, sit on any seat?
    pub(crate) fn has_people(&self) -> bool {
        self.seats.iter().any(Occupant::is_human)
    }

    /// Does a guest sit on any seat?
    pub(crate) fn has_guest(&self) -> bool {
        self.seats.iter().any(Occupant::is_guest)
    }

    /// How the game ended, if it did.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The seat that offers a draw.
    pub(crate) const fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// The seat that is asked whether it agrees to a draw.
    pub(crate) fn draw_asked(&self) -> Option<Seat> {
        self.draw_offer.map(Seat::other)
    }

    /// The seat that asks to take its last step back.
    pub(crate) const fn takeback(&self) -> Option<Seat> {
        self.takeback
    }

    /// The number of the present state.
    pub(crate) const fn ticket(&self) -> Ticket {
        Ticket(self.ticket)
    }

    /// The seat that is to act; `None` once the game is over.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        self.outcome.is_none().then(|| self.game.to_act())
    }

    /// The clocks as they stand now.
    pub(crate) fn clocks(&self) -> ClockReading {
        self.clocks.reading(self.to_act(), self.time.now())
    }

    /// Do the clocks stand? They do before the first step, after the end, and while they are held.
    pub(crate) const fn clocks_stand(&self) -> bool {
        self.clocks.stand()
    }

    /// The time rules.
    pub(crate) const fn time_rules(&self) -> TimeRules {
        self.clocks.rules()
    }

    /// The level that Kagetsu plays on a seat; `None` when it does not sit there.
    pub(crate) fn level(&self, seat: Seat) -> Option<u8> {
        match self.occupant(seat) {
            Occupant::Kagetsu(Level::Fixed(level)) => Some(*level),
            Occupant::Kagetsu(Level::Auto) => Some(self.auto.level()),
            _ => None,
        }
    }

    /// Who moves for a seat by itself; `None` for people.
    pub(crate) fn mover(&self, seat: Seat) -> Option<Mover> {
        match self.occupant(seat) {
            Occupant::Program(name) => Some(Mover::Program(name.clone())),
            _ => self.level(seat).map(Mover::Kagetsu),
        }
    }

    /// A seat makes a step; an open draw offer of the opponent lapses. If the clock has run out meanwhile, the step is not
    /// made, and the events tell the end of the game.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], [`Refusal::NotYourTurn`], or what the game says.
    pub(crate) fn act(&mut self, seat: Seat, step: Step) -> Result<Vec<Event>, Refusal> {
        let mut events = self.tick();
        if self.outcome.is_some() {
            return if events.is_empty() {
                Err(Refusal::GameOver)
            } else {
                Ok(events)
            };
        }
        if self.game.to_act() != seat {
            return Err(Refusal::NotYourTurn);
        }
        let event = describe(self.game(), seat, step);
        self.game.play(step)?;
        let ms = self.clocks.press(seat, step, self.time.now());
        let human = Some(self.occupant(seat).is_human());
        // A step in the place of one of the opening was chosen here.
        self.given = self.given();
        self.steps.push(PlayedStep {
            seat,
            step,
            ms,
            human,
        });
        self.undone.clear();
        if self.draw_offer == Some(seat.other()) {
            self.draw_offer = None;
        }
        self.takeback = None;
        self.ticket += 1;
        events.push(event);
        if let Some(outcome) = self.game.outcome() {
            events.push(self.end(outcome));
        }
        Ok(events)
    }

    /// What has happened in the game, from its steps alone: what was offered, taken back or hinted is not known any more.
    pub(crate) fn history(&self) -> Vec<Event> {
        let mut events = vec![Event::Started];
        // The steps were legal when they were made.
        let Ok(mut game) = self.setup.start() else {
            return events;
        };
        for played in &self.steps {
            events.push(describe(game.as_ref(), played.seat, played.step));
            if game.play(played.step).is_err() {
                break;
            }
        }
        events.extend(self.outcome.map(|outcome| self.ended(outcome)));
        events
    }

    /// Milliseconds that the seat to act has for its step, if its clock can end the game. The seat of a program does not lose
    /// so: whoever runs the program finds that it is late, and stops the clocks by [`Session::hold`].
    pub(crate) fn time_left(&self) -> Option<u64> {
        let seat = self.to_act()?;
        match self.occupant(seat) {
            Occupant::Program(_) => None,
            _ => self.clocks.step_left(seat, self.time.now()),
        }
    }

    /// Milliseconds that Kagetsu has to think about the step that is due, if a clock can end the game: its own, or that of a
    /// person who lets it move.
    pub(crate) fn thinking_left(&self) -> Option<u64> {
        let (seat, now) = (self.to_act()?, self.time.now());
        match self.level(seat) {
            Some(_) => self.clocks.thinking_left(seat, now),
            None => self.clocks.left_before_the_end(seat, now),
        }
    }

    /// Ends the game if the clock of the seat that is to act has run out. Front ends call it from time to time.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let Some(seat) = self.to_act().filter(|_| self.time_left() == Some(0)) else {
            return Vec::new();
        };
        self.finish(Some(seat.other()), EndReason::Time)
            .unwrap_or_default()
    }

    /// Ends the game, and `auto` learns from that.
    pub(super) fn end(&mut self, outcome: Outcome) -> Event {
        self.follow_result(outcome);
        self.close(outcome)
    }

    /// Ends the game. Steps that were taken back would bring it to life again, so they are gone.
    pub(super) fn close(&mut self, outcome: Outcome) -> Event {
        self.clocks.stop(self.time.now());
        self.undone.clear();
        self.outcome = Some(outcome);
        self.draw_offer = None;
        self.takeback = None;
        self.ended(outcome)
    }

    /// How the game ended, as an event.
    pub(crate) fn ended(&self, outcome: Outcome) -> Event {
        Event::Ended {
            outcome,
            winner: outcome.winner.map(|seat| self.game.colour(seat)),
        }
    }

    /// Lets the clocks run, after [`Session::hold`] as well, if the game has begun and is not over.
    pub(crate) fn start_clocks(&mut self) {
        if self.outcome.is_none() && !self.steps.is_empty() {
            self.clocks.start(self.time.now());
        }
    }

    /// Lets `auto` learn from a game between it and a person: from its first end, whatever is taken back then.
    fn follow_result(&mut self, outcome: Outcome) {
        let plays_a_person = |seat: Seat| {
            *self.occupant(seat) == Occupant::Kagetsu(Level::Auto)
                && self.occupant(seat.other()).is_human()
        };
        let Some(auto) = Seat::BOTH.into_iter().find(|&seat| plays_a_person(seat)) else {
            return;
        };
        if std::mem::replace(&mut self.is_counted, true) {
            return;
        }
        match outcome.winner {
            None => {}
            Some(winner) if winner == auto => self.auto.person_lost(),
            Some(_) => self.auto.person_won(),
        }
    }
}
