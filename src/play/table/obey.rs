//! What each command does at the table, and who may give it.

use kagetsu_notation::narrow;

use crate::game::{Colour, Refusal, Seat, Spot, Step};
use crate::gomoku::Setup;
use crate::player::OutsideFault;
use crate::registry::load_record;
use crate::session::{Event, Mover, Occupant, Session};
use crate::study::{LeftOut, Study, file};

use super::command::{Command, NewGame, Request, Successor};
use super::help::HelpRequest;
use super::people::{Phrase, Who};
use super::study::TableStudy;
use super::table::Table;

impl Table {
    /// Obeys a command.
    ///
    /// # Errors
    /// [`Refusal`]; nothing has changed then.
    pub(crate) fn obey(&mut self, who: Who, request: Request) -> Result<(), Refusal> {
        let Request { ticket, command } = request;
        self.check(who, &command)?;
        // A guest's command comes over a network, maybe after the game has gone on: it must name its state.
        let may_omit = who == Who::Owner;
        let is_current = ticket.map_or(may_omit, |named| named == self.session.ticket());
        if !is_current && !command.ignores_ticket() {
            return Err(Refusal::Stale);
        }
        let seat = match command {
            Command::AnswerDraw { .. } => self.people.seat_asked(&self.session, who),
            _ => self.people.seat_of(&self.session, who),
        };
        self.redirect(|table| table.carry_out(who, seat, command))
    }

    /// May this person give this command now?
    fn check(&self, who: Who, command: &Command) -> Result<(), Refusal> {
        let running = self.session.outcome().is_none();
        let has_seat = || self.people.seat_of(&self.session, who).is_some();
        match who {
            Who::Spectator => Err(Refusal::OnlyWatching),
            Who::Guest(_) if !has_seat() => Err(Refusal::NotAllowed),
            Who::Guest(_) if !running && command.is_of_the_analysis() => Ok(()),
            Who::Guest(_) if !command.is_of_a_player() => Err(Refusal::NotAllowed),
            // The game that runs is not a guest's to end so.
            Who::Guest(_) if matches!(command, Command::Rematch) && running => {
                Err(Refusal::NotAllowed)
            }
            Who::Owner if command.is_help() && self.help_is_forbidden() => Err(Refusal::NoHelp),
            Who::Owner | Who::Guest(_) => Ok(()),
        }
    }

    /// Carries a command out for a seat.
    fn carry_out(&mut self, who: Who, seat: Option<Seat>, command: Command) -> Result<(), Refusal> {
        let own = seat.ok_or(Refusal::NotAllowed);
        match command {
            // These change the game.
            Command::Step { step } => self.step(seat, |_| Ok(Some(step)))?,
            Command::Click { spots } => self.step(seat, |table| table.clicked(&spots))?,
            Command::EnterMove { text } => self.step(seat, |table| table.read_step(&text))?,
            Command::Undo => self.change_game(|table| table.session.undo())?,
            Command::Redo => self.change_game(|table| table.session.redo())?,
            Command::AskTakeback => self.change_game(|table| table.session.ask_takeback(own?))?,
            Command::AnswerTakeback { agrees } => {
                self.change_game(|table| table.session.answer_takeback(own?, agrees))?;
            }
            Command::AnswerDraw { agrees } => {
                let asked = seat.ok_or(Refusal::NoDrawOffer)?;
                self.change_game(|table| table.session.answer_draw(asked, agrees))?;
            }
            Command::Resign => self.change_game(|table| table.session.resign(own?))?,
            Command::Exchange => self.change_game(|table| table.session.exchange_sides())?,
            Command::PlayOn { level } => {
                self.change_game(|table| table.session.play_on_against(level))?;
            }
            Command::TakeOver { by } => self.change_game(|table| table.take_over(by))?,
            Command::Rematch if !self.agree_to_a_rematch(seat)? => {}
            Command::Rematch => self.change_game(Self::rematch)?,
            Command::New(new) => self.change_game(|table| table.begin(&new))?,
            Command::Edit { stones, to_move } => {
                self.change_game(|table| table.edit(stones, to_move))?;
            }
            Command::Load { text } => {
                let seats = [Occupant::Person, Occupant::Person];
                self.change_game(|table| table.load(&text, seats))?;
            }
            // These leave it as it is.
            Command::DeclineRematch => self.people.rematch = None,
            Command::Say { phrase } => self.say(own?, phrase)?,
            Command::Rename { name } => self.name(who, &name),
            Command::OfferDraw => self.offer_draw(own?)?,
            Command::Hint => self.request_help(HelpRequest::Hint)?,
            Command::MoveForMe => self.request_help(HelpRequest::Move)?,
            Command::Analyse { on, by } => self.analyse(on, by)?,
            Command::CompareLines { most } => self.compare_lines(most)?,
            Command::StepTree { playouts, at, by } => self.step_tree(playouts, at, by)?,
            Command::Stop => self.stop(),
            Command::Prove { on, at } => self.prove(on, at)?,
            Command::Compare(compare) => self.compare(compare)?,
            Command::StopComparing => self.comparer.stop(),
            Command::LookAt { at } => self.study.look_at(&self.session, at),
            Command::AddVariation { from, at } => {
                self.change_study(|tree, setup| tree.vary(setup, from, at).map(|_| ()))?;
            }
            Command::Annotate { on, text } => self.change_study(|tree, _| tree.write(on, &text))?,
            Command::Mark { on, at, mark } => {
                self.change_study(|tree, setup| tree.mark(setup, on, at, mark))?;
            }
            Command::Prune { node } => self.change_study(|tree, _| tree.prune(node))?,
            Command::Teach { on } => self.lesson.teaching = on,
            Command::DismissMistake => self.lesson.dismiss(&self.session),
            Command::Review => self.review(),
            Command::JudgeMove { steps, spots } => self.try_move(steps, &spots)?,
        }
        Ok(())
    }

    /// Can the game of a text be loaded?
    ///
    /// # Errors
    /// [`Refusal`]
    pub(crate) fn check_text(&self, text: &str) -> Result<(), Refusal> {
        let seats = self.session.seats().clone();
        let (next, _) = load_record(&self.session, text, seats)?;
        self.programs.check_setup(next.seats(), next.setup())
    }

    /// The game is loaded from a file; everybody keeps their seat.
    ///
    /// # Errors
    /// [`Refusal`]; nothing has changed then.
    pub(crate) fn open(&mut self, text: &str) -> Result<(), Refusal> {
        let seats = self.session.seats().clone();
        self.change_game(|table| table.load(text, seats))
    }

    /// Changes the game: the search ends, steps that could be brought back may be gone, and the rest follows.
    ///
    /// # Errors
    /// That of `change`; nothing has changed then.
    fn change_game(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let events = change(self)?;
        self.interrupt();
        self.forget_undone();
        self.after_events(&events);
        Ok(())
    }

    /// A step of a seat; while more clicks are needed there is none. The seat to act may belong to Kagetsu or a program: nobody
    /// else moves for it.
    fn step(
        &mut self,
        seat: Option<Seat>,
        read: impl FnOnce(&Self) -> Result<Option<Step>, Refusal>,
    ) -> Result<(), Refusal> {
        if self.is_thinking() || self.trouble().is_some() {
            return Err(Refusal::NotYourTurn);
        }
        self.change_game(|table| match read(table)? {
            Some(step) => table.session.act(seat.ok_or(Refusal::NotAllowed)?, step),
            None => Ok(Vec::new()),
        })
    }

    /// A typed move as the step that is asked.
    fn read_step(&self, text: &str) -> Result<Option<Step>, Refusal> {
        let game = self.session.game();
        Ok(Some(game.ask().step_of(game.read_move(&narrow(text))?)))
    }

    /// Clicks as the step that is asked; nothing while more of them are needed.
    fn clicked(&self, spots: &[Spot]) -> Result<Option<Step>, Refusal> {
        let game = self.session.game();
        let mv = game.move_from_clicks(spots)?;
        Ok(mv.map(|mv| game.ask().step_of(mv)))
    }

    /// A seat offers a draw. Whoever thinks about a move goes on. Programs know no draws by agreement: they decline.
    fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let mut events = self.session.offer_draw(seat)?;
        if let Some(asked) = self.session.draw_asked()
            && let Some(Mover::Program(_)) = self.session.mover(asked)
        {
            events.extend(self.session.answer_draw(asked, false)?);
        }
        self.after_events(&events);
        Ok(())
    }

    pub(super) fn require_running(&self) -> Result<(), Refusal> {
        match self.session.outcome() {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    /// Somebody says what they are called.
    fn name(&mut self, who: Who, name: &str) {
        self.people.rename(who, name);
        self.name_seats();
        self.mark_unsaved();
    }

    /// Says something to a guest.
    fn say(&mut self, seat: Seat, phrase: Phrase) -> Result<(), Refusal> {
        if !self.session.has_guest() {
            return Err(Refusal::NotInThisGame);
        }
        self.people.say(seat, phrase);
        Ok(())
    }

    /// A seat wants another game. Says whether everybody who has a say does; whoever has asked two others to play needs
    /// nobody's consent.
    fn agree_to_a_rematch(&mut self, seat: Option<Seat>) -> Result<bool, Refusal> {
        let Some(seat) = seat.filter(|_| self.session.has_guest()) else {
            return Ok(true);
        };
        if self.session.outcome().is_none() {
            return Err(Refusal::NeedsConsent);
        }
        let wanted = self.people.rematch.replace(seat);
        Ok(wanted == Some(seat.other()))
    }

    /// Begins another game to be played: the analysis of the one before does not tell its moves.
    fn begin_to_play(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let begun = self.begin_anew(change)?;
        self.analysis.turn(false);
        Ok(begun)
    }

    /// Another game with the sides changed. Two people at one screen are still called as the file of their game calls them.
    fn rematch(&mut self) -> Result<Vec<Event>, Refusal> {
        let are_both_here = Seat::BOTH
            .into_iter()
            .all(|seat| self.session.is_person(seat));
        let [first, second] = self.people.recorded.clone();
        let begun = self.begin_to_play(Session::rematch)?;
        self.people.guests_swapped = !self.people.guests_swapped;
        if are_both_here {
            self.people.recorded = [second, first];
        }
        Ok(begun)
    }

    /// A new game.
    fn begin(&mut self, new: &NewGame) -> Result<Vec<Event>, Refusal> {
        let (setup, seats) = (new.setup(), new.seats());
        self.programs.check_setup(&seats, &setup)?;
        for name in [&new.program, &new.rival].into_iter().flatten() {
            self.programs.check(name)?;
        }
        let begun = self.begin_to_play(|session| session.restart(setup, seats, new.time))?;
        self.people.guests_swapped = false;
        Ok(begun)
    }

    /// Asks Kagetsu for something, unless it thinks about a move.
    fn request_help(&mut self, wish: HelpRequest) -> Result<(), Refusal> {
        self.require_running()?;
        if !self.is_thinking() {
            self.help.wish = Some(wish);
        }
        Ok(())
    }

    /// Stops all thinking. A search for Kagetsu's move that is interrupted answers with the best move it knows, and the answer
    /// counts, because the state of the game is the same.
    fn stop(&mut self) {
        // Asked first: the judgement of a mistake may be what is stopped, and then the program has not been asked yet.
        let program = self.program_that_thinks();
        self.analysis.on = false;
        self.lesson.reviewing = false;
        self.prover.want(None);
        self.tree_walk.want(None);
        self.comparer.stop();
        self.lesson.dismiss(&self.session);
        self.interrupt();
        // Programs know no word for it: what they have thought is lost.
        if let Some(seat) = program {
            self.failed(seat, &OutsideFault::Stopped);
        }
    }

    /// Somebody moves for the seat of a program that has no answer.
    fn take_over(&mut self, by: Successor) -> Result<Vec<Event>, Refusal> {
        let seat = self.trouble().ok_or(Refusal::WrongStep)?.seat;
        self.programs.ask_again(&mut self.session);
        match by {
            Successor::Again => {}
            Successor::Person => self.session.seat(seat, Occupant::Person),
            Successor::Kagetsu(level) => self.session.seat(seat, Occupant::Kagetsu(level)),
        }
        self.mark_unsaved();
        Ok(Vec::new())
    }

    fn edit(
        &mut self,
        stones: Vec<(Spot, Colour)>,
        to_move: Colour,
    ) -> Result<Vec<Event>, Refusal> {
        let (before, _) = self.session.gomoku().ok_or(Refusal::NotInThisGame)?;
        let setup = Setup {
            height: before.height,
            stones,
            to_move,
            ..Setup::square(before.rule, before.width)
        };
        let seats = self.session.seats().clone();
        let rules = self.session.time_rules();
        self.begin_anew(|session| session.restart(setup.into(), seats, rules))
    }

    /// A game from the text of a file, with the study that it has.
    fn load(&mut self, text: &str, seats: [Occupant; 2]) -> Result<Vec<Event>, Refusal> {
        let (next, events) = load_record(&self.session, text, seats)?;
        self.programs.check_setup(next.seats(), next.setup())?;
        let mut events = self.begin_anew(|session| {
            *session = next;
            Ok(events)
        })?;
        self.people.record(&self.session);
        if let Some(tree) = file::read(text) {
            let (study, left_out) = TableStudy::restore(&self.session, &tree);
            self.study = study;
            let LeftOut { moves, comments } = left_out;
            events.extend((moves > 0).then_some(Event::LeftOut { moves }));
            events.extend((comments > 0).then_some(Event::CommentsLeftOut { comments }));
        }
        Ok(events)
    }

    /// Changes the study.
    ///
    /// # Errors
    /// As [`Study`]; [`Refusal::NotInThisGame`] in games without one.
    fn change_study(
        &mut self,
        change: impl FnOnce(&mut Study, &Setup) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.study.change(&self.session, change)?;
        self.sync_study();
        self.mark_unsaved();
        Ok(())
    }
}
