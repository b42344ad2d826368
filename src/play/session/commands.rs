//! Commands besides the steps of the game: undo and redo, resigning, draw offers, changing seats, new games.

use kagetsu_notation::GameResult;

use crate::game::{Colour, EndReason, Outcome, Refusal, Seat, Step};

use super::clock::TimeRules;
use super::event::Event;
use super::occupant::{Level, Occupant};
use super::record::Recorded;
use super::session::Session;
use super::setup::AnySetup;

/// Moves of both sides after which a player elsewhere may be asked for a draw again.
const MOVES_BETWEEN_OFFERS: usize = 10;

impl Session {
    /// The step that [`Session::undo`] goes back to.
    fn undo_target(&self) -> Result<usize, Refusal> {
        if self.has_guest() {
            return Err(Refusal::NeedsConsent);
        }
        let anybody = !self.seats.contains(&Occupant::Person);
        self.steps
            .iter()
            .rposition(|played| anybody || self.is_person(played.seat))
            .ok_or(Refusal::NothingToUndo)
    }

    /// Was the game ended by something else than its last step: by giving up, the clock, a fault, or an agreement?
    fn ended_off_the_board(&self) -> bool {
        self.outcome.is_some() && self.game.outcome().is_none()
    }

    /// Would [`Session::undo`] take anything back?
    pub(crate) fn can_undo(&self) -> bool {
        let is_over = self.ended_off_the_board() && !self.has_guest();
        is_over || self.undo_target().is_ok()
    }

    /// Takes back to the person's previous turn: the person's last step, and whatever came after it. Between two
    /// persons, or without one, it takes back one step. Where something else than a step has ended the game, that alone is
    /// taken back; the seat whose time ran out begins its step anew.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`], or [`Refusal::NeedsConsent`] when a guest plays.
    pub(crate) fn undo(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.ended_off_the_board() && !self.has_guest() {
            return Ok(vec![self.take_end_back()]);
        }
        self.take_back_to(self.undo_target()?)
    }

    fn take_end_back(&mut self) -> Event {
        let ended = self.outcome.take();
        if ended.is_some_and(|outcome| outcome.reason == EndReason::Time) {
            self.clocks.resume_step(0);
        }
        self.ticket += 1;
        self.start_clocks();
        Event::EndTakenBack
    }

    fn take_back_to(&mut self, wanted: usize) -> Result<Vec<Event>, Refusal> {
        let steps = self.steps.len() - wanted;
        let back = self.steps.split_off(wanted);
        self.undone.extend(back.into_iter().rev());
        self.rebuild()?;
        Ok(vec![Event::TakenBack { steps }])
    }

    fn last_step_of(&self, seat: Seat) -> Option<usize> {
        self.steps.iter().rposition(|played| played.seat == seat)
    }

    /// A seat asks to take its last step back, and whatever came after it. The question lapses with the next step.
    ///
    /// # Errors
    /// [`Refusal::NotInThisGame`] where no guest plays: nobody would answer, and [`Session::undo`] asks nobody.
    /// [`Refusal::GameOver`], [`Refusal::NothingToUndo`]
    pub(crate) fn ask_takeback(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if !self.has_guest() {
            return Err(Refusal::NotInThisGame);
        }
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        self.last_step_of(seat).ok_or(Refusal::NothingToUndo)?;
        // Whoever asks for what the other one asks for has agreed.
        if self.takeback == Some(seat.other()) {
            return self.answer_takeback(seat, true);
        }
        self.takeback = Some(seat);
        let colour = self.game.colour(seat);
        Ok(vec![Event::TakebackAsked { colour }])
    }

    /// How many moves would be taken back if the other seat agreed; none where it would be a decision of the opening.
    pub(crate) fn moves_asked_back(&self) -> usize {
        let wanted = self.takeback.and_then(|seat| self.last_step_of(seat));
        let back = self.steps.iter().skip(wanted.unwrap_or(usize::MAX));
        back.filter(|taken| matches!(taken.step, Step::Move(_) | Step::Pick(_)))
            .count()
    }

    /// A seat answers what the other one asks.
    ///
    /// # Errors
    /// [`Refusal::NoTakeback`] when it does not ask.
    pub(crate) fn answer_takeback(
        &mut self,
        seat: Seat,
        agrees: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let asks = seat.other();
        if self.takeback != Some(asks) {
            return Err(Refusal::NoTakeback);
        }
        if !agrees {
            self.takeback = None;
            return Ok(vec![Event::TakebackDeclined]);
        }
        let wanted = self.last_step_of(asks).ok_or(Refusal::NoTakeback)?;
        let events = self.take_back_to(wanted)?;
        // What both have agreed on is not brought back by one of them.
        self.undone.clear();
        Ok(events)
    }

    /// Brings back what [`Session::undo`] took, up to the next turn of a person.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`], or [`Refusal::NeedsConsent`] when a guest plays.
    pub(crate) fn redo(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.has_guest() {
            return Err(Refusal::NeedsConsent);
        }
        if self.undone.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        let mut steps = 0;
        while let Some(played) = self.undone.pop() {
            self.game.play(played.step)?;
            self.steps.push(played);
            steps += 1;
            let anybody = !self.seats.contains(&Occupant::Person);
            let ended = self.game.outcome().is_some();
            if ended || anybody || self.is_person(self.game.to_act()) {
                break;
            }
        }
        self.rebuild()?;
        let mut events = vec![Event::BroughtBack { steps }];
        if let Some(outcome) = self.game.outcome() {
            events.push(self.ended(outcome));
        }
        Ok(events)
    }

    /// Plays the steps again from the start and sets the clocks by them.
    fn rebuild(&mut self) -> Result<(), Refusal> {
        self.game = self.position_after(usize::MAX).game()?;
        self.outcome = self.game.outcome();
        self.draw_offer = None;
        let moves = self.game.move_count();
        for before in self.offered_after.iter_mut().flatten() {
            *before = moves.min(*before);
        }
        self.takeback = None;
        self.ticket += 1;
        self.set_clocks();
        Ok(())
    }

    /// Sets the clocks by the times of the steps.
    fn set_clocks(&mut self) {
        let taken = self.steps.iter();
        let times = taken.map(|played| (played.seat, played.step, played.ms));
        self.clocks.replay(times);
        self.start_clocks();
    }

    /// A seat gives up, at any time.
    ///
    /// # Errors
    /// [`Refusal::GameOver`]
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.finish(Some(seat.other()), EndReason::Resigned)
    }

    /// Whoever moves for a seat has found no step, which loses the game.
    ///
    /// # Errors
    /// [`Refusal::GameOver`]
    pub(crate) fn fail(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.finish(Some(seat.other()), EndReason::Fault)
    }

    /// Ends a running game.
    ///
    /// # Errors
    /// [`Refusal::GameOver`]
    pub(super) fn finish(
        &mut self,
        winner: Option<Seat>,
        reason: EndReason,
    ) -> Result<Vec<Event>, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        self.ticket += 1;
        Ok(vec![self.end(Outcome { winner, reason })])
    }

    /// Takes over what a record says of the game beside its moves. A level that follows the results learns nothing from it, nor
    /// from moves that were read: it stays that of the game `before`.
    pub(crate) fn take_record(&mut self, before: &Self, recorded: Recorded) -> Option<Event> {
        self.auto = before.auto;
        self.given = recorded.given;
        self.names = recorded.names;
        if self.game.colour(Seat::First) == Colour::White {
            self.names.reverse();
        }
        if recorded.ms.len() == self.steps.len() {
            for (played, ms) in self.steps.iter_mut().zip(recorded.ms) {
                played.ms = ms;
            }
            self.set_clocks();
        }
        self.end_as_recorded(recorded.result, recorded.reason)
    }

    /// The game ends as its record says, where the board does not say it. `None` where the game is over already, or the record
    /// has no end either.
    fn end_as_recorded(&mut self, result: GameResult, reason: EndReason) -> Option<Event> {
        if self.outcome.is_some() || result == GameResult::Unfinished {
            return None;
        }
        let winner = result.winner().map(|side| self.holder(side));
        self.ticket += 1;
        Some(self.close(Outcome { winner, reason }))
    }

    /// A seat offers a draw; if the other one already does, the game is drawn.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], and [`Refusal::OfferedBefore`] soon after an offer to or by a guest.
    pub(crate) fn offer_draw(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        if self.draw_offer == Some(seat.other()) {
            return self.finish(None, EndReason::Agreed);
        }
        let moves = self.game.move_count();
        let before = self.offered_after[seat.index()];
        let is_soon = before.is_some_and(|before| moves < before + MOVES_BETWEEN_OFFERS);
        if is_soon && self.has_guest() {
            return Err(Refusal::OfferedBefore);
        }
        self.offered_after[seat.index()] = Some(moves);
        self.draw_offer = Some(seat);
        Ok(vec![Event::DrawOffered])
    }

    /// A seat answers the draw that the other one offers.
    ///
    /// # Errors
    /// As [`Session::offer_draw`], and [`Refusal::NoDrawOffer`] for a refusal of nothing.
    pub(crate) fn answer_draw(&mut self, seat: Seat, agrees: bool) -> Result<Vec<Event>, Refusal> {
        if agrees {
            return self.offer_draw(seat);
        }
        if self.draw_offer != Some(seat.other()) {
            return Err(Refusal::NoDrawOffer);
        }
        self.draw_offer = None;
        Ok(vec![Event::DrawDeclined])
    }

    /// The occupants change places; the position stays, and clocks that stood go on.
    ///
    /// # Errors
    /// [`Refusal::NeedsConsent`] when a guest plays, [`Refusal::GameOver`].
    pub(crate) fn exchange_sides(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.has_guest() {
            return Err(Refusal::NeedsConsent);
        }
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        self.seats.swap(0, 1);
        self.draw_offer = None;
        self.takeback = None;
        self.ticket += 1;
        self.start_clocks();
        Ok(vec![Event::SidesExchanged])
    }

    /// Kagetsu takes the seat of the side that is not to move, between two persons at this board.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], and [`Refusal::NotInThisGame`] where others sit there.
    pub(crate) fn play_on_against(&mut self, level: Level) -> Result<Vec<Event>, Refusal> {
        let seat = self.to_act().ok_or(Refusal::GameOver)?.other();
        if self.seats != [Occupant::Person, Occupant::Person] {
            return Err(Refusal::NotInThisGame);
        }
        self.draw_offer = None;
        self.seat(seat, Occupant::Kagetsu(level));
        Ok(vec![Event::KagetsuSits {
            colour: self.game.colour(seat),
        }])
    }

    /// Puts another occupant on a seat; the position stays, and clocks that stood go on.
    pub(crate) fn seat(&mut self, seat: Seat, occupant: Occupant) {
        self.seats[seat.index()] = occupant;
        self.ticket += 1;
        self.start_clocks();
    }

    /// Stops the clocks while nobody can move for the seat to act. Its running step begins again at zero.
    pub(crate) fn hold(&mut self) {
        self.clocks.stop(self.time.now());
        self.clocks.resume_step(0);
    }

    /// Begins another game from the same setup with the seats exchanged.
    ///
    /// # Errors
    /// As [`Session::restart`].
    pub(crate) fn rematch(&mut self) -> Result<Vec<Event>, Refusal> {
        let [first, second] = self.seats.clone();
        self.restart(self.setup.clone(), [second, first], self.clocks.rules())
    }

    /// Begins another game.
    ///
    /// # Errors
    /// As [`Session::new`]; the game before goes on then.
    pub(crate) fn restart(
        &mut self,
        setup: AnySetup,
        seats: [Occupant; 2],
        rules: TimeRules,
    ) -> Result<Vec<Event>, Refusal> {
        let fresh = Self::new(setup, seats, rules, self.time.clone())?;
        *self = Self {
            names: std::mem::take(&mut self.names),
            auto: self.auto,
            ticket: self.ticket + 1,
            ..fresh
        };
        Ok(vec![Event::Started])
    }
}
