//! What each command does at the table, and who may give it.

use crate::game::{Colour, Refusal, Seat, Spot, Step};
use crate::gomoku::{Editor, Gomoku};
use crate::player::OutsideFault;
use crate::registry::load_record;
use crate::session::{Event, Mover, Occupant, Session, TimeRules};
use crate::study::file;

use super::command::{Command, NewGame, Request, Successor};
use super::job::Wish;
use super::keys::Who;
use super::lesson::game_after;
use super::prover::Wanted;
use super::studying::Change;
use super::table::Table;

impl Table {
    /// Obeys a command.
    ///
    /// # Errors
    /// [`Refusal`]; nothing has changed then.
    pub fn obey(&mut self, who: Who, request: Request) -> Result<(), Refusal> {
        let Request { ticket, command } = request;
        self.check(who, &command)?;
        let current = ticket == Some(self.session.ticket());
        // The owner's commands need no state, but one that is named must be right.
        if !current && (ticket.is_some() || who != Who::Owner) {
            return Err(Refusal::NotYourTurn);
        }
        let seat = match command {
            Command::AnswerDraw { .. } => self.seat_asked(who),
            _ => self.seat_of(who),
        };
        let Some(command) = self.ask_worker(seat, command)? else {
            return Ok(());
        };
        let events = self.act(seat, command)?;
        self.interrupt();
        self.forget_undone();
        self.tell(&events);
        Ok(())
    }

    /// May this person give this command now?
    fn check(&self, who: Who, command: &Command) -> Result<(), Refusal> {
        let running = self.session.outcome().is_none();
        match who {
            Who::Spectator => Err(Refusal::OnlyWatching),
            Who::Guest(_) if !command.is_of_a_player() || self.seat_of(who).is_none() => {
                Err(Refusal::NotYourTurn)
            }
            // The game that runs is not a guest's to end so.
            Who::Guest(_) if matches!(command, Command::Rematch) && running => {
                Err(Refusal::NotYourTurn)
            }
            Who::Owner if command.is_help() && running && self.session.has_remote() => {
                Err(Refusal::NoHelp)
            }
            Who::Owner | Who::Guest(_) => Ok(()),
        }
    }

    fn act(&mut self, seat: Option<Seat>, command: Command) -> Result<Vec<Event>, Refusal> {
        let own = seat.ok_or(Refusal::NotYourTurn);
        match command {
            Command::Step { step } => {
                self.refuse_while_thinking()?;
                self.session.act(own?, step)
            }
            Command::Click { spots } => {
                self.refuse_while_thinking()?;
                match self.clicked(&spots)? {
                    Some(step) => self.session.act(own?, step),
                    None => Ok(Vec::new()),
                }
            }
            Command::Type { text } => {
                self.refuse_while_thinking()?;
                let step = self.read_step(&text)?;
                self.session.act(own?, step)
            }
            Command::Undo => self.session.undo(),
            Command::Redo => self.session.redo(),
            Command::AskTakeback => self.session.ask_takeback(own?),
            Command::AnswerTakeback { agrees } => self.session.answer_takeback(own?, agrees),
            Command::AnswerDraw { agrees: true } => self.session.offer_draw(own?),
            Command::AnswerDraw { agrees: false } => self.session.decline_draw(own?),
            Command::Resign => self.session.resign(own?),
            Command::Exchange => self.session.exchange_sides(),
            Command::Rematch => {
                let crossed = !self.is_crossed();
                self.cross(crossed);
                self.fresh(Session::rematch)
            }
            Command::New(new) => {
                self.check_programs(&new)?;
                let (setup, seats) = (new.setup(), new.seats());
                let begun = self.fresh(|session| session.restart(setup, seats, new.time))?;
                self.cross(false);
                Ok(begun)
            }
            Command::Edit { stones, to_move } => self.edit(stones, to_move),
            Command::Load { text } => self.load(&text),
            _ => Ok(Vec::new()),
        }
    }

    /// The seat to act belongs to Kagetsu or a program: nobody else may move for it.
    fn refuse_while_thinking(&self) -> Result<(), Refusal> {
        if self.is_thinking() || self.trouble().is_some() {
            return Err(Refusal::NotYourTurn);
        }
        Ok(())
    }

    /// A typed move as the step that is asked.
    fn read_step(&self, text: &str) -> Result<Step, Refusal> {
        let game = self.session.game();
        Ok(game.ask().step(game.read_move(text)?))
    }

    /// Clicks as the step that is asked; nothing while more of them are needed.
    fn clicked(&self, spots: &[Spot]) -> Result<Option<Step>, Refusal> {
        let game = self.session.game();
        let mv = game.clicks(spots)?;
        Ok(mv.map(|mv| game.ask().step(mv)))
    }

    fn running(&self) -> Result<(), Refusal> {
        match self.session.outcome() {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    /// Takes the commands that the worker is to answer; gives the others back.
    fn ask_worker(
        &mut self,
        seat: Option<Seat>,
        command: Command,
    ) -> Result<Option<Command>, Refusal> {
        match command {
            Command::OfferDraw => {
                let seat = seat.ok_or(Refusal::NotYourTurn)?;
                let events = self.session.offer_draw(seat)?;
                self.tell(&events);
                // Whoever thinks about a move goes on.
                if !self.is_thinking() {
                    self.interrupt();
                }
                self.decline_for_program()?;
            }
            Command::Hint => {
                self.running()?;
                if !self.is_thinking() {
                    self.interrupt();
                    self.wish = Some(Wish::Hint);
                }
            }
            Command::Move => {
                self.running()?;
                if !self.is_thinking() {
                    self.interrupt();
                    self.wish = Some(Wish::Move);
                }
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
                self.lesson.reviewing = false;
                self.prover.want(None);
                self.comparer.stop();
                self.lesson.accepted = Some(self.session.taken().len());
                let thinking = self.answer();
                self.interrupt();
                // Programs know no word for it: what they have thought is lost.
                if let Some((seat, Mover::Program(_))) = thinking {
                    self.failed(self.session.ticket(), seat, &OutsideFault::Stopped);
                }
            }
            Command::TakeOver { by } => self.take_over(by)?,
            Command::Prove { on, at } => {
                if on && self.game_at(at).is_none() {
                    return Err(Refusal::NotInThisGame);
                }
                if !self.is_thinking() {
                    self.interrupt();
                }
                self.prover.want(on.then_some(Wanted { at }));
            }
            Command::Compare(compare) => self.compare(compare)?,
            Command::StopComparing => self.comparer.stop(),
            Command::Look { at } => self.look_at(at),
            Command::Vary { from, at } => self.change_study(Change::Vary(from, at))?,
            Command::Annotate { on, text } => self.change_study(Change::Write(on, text))?,
            Command::Mark { on, at, mark } => self.change_study(Change::Mark(on, at, mark))?,
            Command::Prune { node } => self.change_study(Change::Prune(node))?,
            Command::Teach { on } => self.lesson.teaching = on,
            Command::GoOn => self.lesson.accepted = Some(self.session.taken().len()),
            Command::Review => {
                self.lesson.reviewing = true;
                // All may be known already.
                self.lesson.reviewing = self.lesson.question(&self.session).is_some();
            }
            Command::Try { steps, spots } => {
                let before = game_after(&self.session, steps).ok_or(Refusal::WrongStep)?;
                if steps >= self.session.taken().len() {
                    return Err(Refusal::WrongStep);
                }
                if let Some(mv) = before.clicks(&spots)? {
                    self.lesson.try_move(steps, mv);
                }
            }
            other => return Ok(Some(other)),
        }
        Ok(None)
    }

    /// Programs play gomoku, and none but those that were named at the start.
    fn check_programs(&self, new: &NewGame) -> Result<(), Refusal> {
        for name in new.programs() {
            if !new.game.has_setup() {
                return Err(Refusal::NotInThisGame);
            }
            self.check_program(name)?;
        }
        Ok(())
    }

    /// Somebody moves for the seat of a program that has no answer.
    fn take_over(&mut self, by: Successor) -> Result<(), Refusal> {
        let seat = self.trouble().ok_or(Refusal::NotYourTurn)?.seat;
        self.ask_again();
        match by {
            Successor::Again => {}
            Successor::Person => self.session.seat(seat, Occupant::Person),
            Successor::Kagetsu(level) => self.session.seat(seat, Occupant::Kagetsu(level)),
        }
        self.keep();
        Ok(())
    }

    fn edit(
        &mut self,
        stones: Vec<(Spot, Colour)>,
        to_move: Colour,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.session.game().downcast_ref::<Gomoku>();
        let board = game.ok_or(Refusal::NotInThisGame)?.stones();
        let (width, height) = board.size();
        let mut editor = Editor::new(board.rule(), width, height, Vec::new());
        for (at, colour) in stones {
            editor.put(at, Some(colour))?;
        }
        editor.set_to_move(to_move);
        let seats = Seat::BOTH.map(|seat| self.session.occupant(seat).clone());
        let rules = self.session.time_rules();
        self.fresh(|session| session.restart(editor.finish().into(), seats, rules))
    }

    /// A loaded game is played on by two persons.
    fn load(&mut self, text: &str) -> Result<Vec<Event>, Refusal> {
        let seats = [Occupant::Person, Occupant::Person];
        let (next, events) = load_record(&self.session, text, seats, TimeRules::default())?;
        let events = self.fresh(|session| {
            *session = next;
            Ok(events)
        })?;
        if let Some(tree) = file::read(text) {
            self.restore_study(&tree);
        }
        Ok(events)
    }
}
