//! The table itself: a session, what is known beside it, and what follows from each change.

use std::fmt::Display;
use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};
use serde::{Deserialize, Serialize};

use crate::game::{GameMove, Refusal, Seat};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::player::{Network, OutsideFault};
use crate::registry::Format;
use crate::session::{
    Event, Level, Mover, Occupant, RestoreError, Saved, Session, Ticket, TimeRules,
};
use crate::study::{Place, Tree};
use crate::text::Message;

use super::analysis::{Analysed, Analysis, Analyst};
use super::comparison::{Comparer, Comparison, Consultation, OpinionNews};
use super::draw::Draw;
use super::help::{Help, HelpRequest};
use super::lesson::Lesson;
use super::line::ProvedWin;
use super::log::Log;
use super::people::People;
use super::practice::Practice;
use super::programs::{Programs, Trouble};
use super::prover::Prover;
use super::study::TableStudy;
use super::tree_walk::TreeWalk;

/// What outlives the program that shows the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedTable {
    #[serde(flatten)]
    session: Saved,
    #[serde(flatten)]
    people: People,
    /// What was tried and written beside the game.
    #[serde(default)]
    study: Tree,
}

/// One game and what people do with it.
///
/// Three numbers tell older from newer here: the [`Ticket`] of the session is the version of the game's state, `games` the
/// number of the game ([`Task`](super::task::Task) keeps it as `number`), and a comparison counts its own changes.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) session: Session,
    pub(super) log: Log,
    pub(super) people: People,
    pub(super) programs: Programs,
    pub(super) help: Help,
    pub(super) draw: Draw,
    pub(super) analysis: Analysis,
    pub(super) lesson: Lesson,
    pub(super) practice: Practice,
    pub(super) study: TableStudy,
    pub(super) prover: Prover,
    pub(super) tree_walk: TreeWalk,
    pub(super) comparer: Comparer,
    /// Ends the search that runs.
    pub(super) stop: StopSignal,
    /// The state in which Kagetsu was told to move.
    hurried: Option<Ticket>,
    /// Games that were begun here.
    pub(super) games: u64,
    /// Has anything changed that is to outlive the program?
    unsaved: bool,
}

impl Table {
    /// A table with a new game, at which these programs may take a seat.
    ///
    /// # Errors
    /// [`Refusal`], which does not happen with the usual game.
    pub(crate) fn new(programs: Vec<String>, time: Arc<dyn Clock>) -> Result<Self, Refusal> {
        let session = Session::new(
            Setup::square(Rule::default(), Setup::usual_side()).into(),
            [Occupant::Person, Occupant::Kagetsu(Level::Fixed(4))],
            TimeRules::default(),
            time,
        )?;
        Ok(Self::of(session, programs))
    }

    /// A table with the game of a session.
    pub(crate) fn of(session: Session, programs: Vec<String>) -> Self {
        Self::with(session, &Tree::default(), programs)
    }

    /// A table with a game that was saved.
    ///
    /// # Errors
    /// [`RestoreError`] with what is wrong with it.
    pub(crate) fn restore(
        saved: SavedTable,
        programs: Vec<String>,
        time: Arc<dyn Clock>,
    ) -> Result<Self, RestoreError> {
        let session = Session::restore(saved.session, time)?;
        let mut table = Self::with(session, &saved.study, programs);
        table.people = saved.people;
        table.name_seats();
        Ok(table)
    }

    /// A table with a new game and a clock that stands.
    #[cfg(test)]
    pub(crate) fn usual() -> Self {
        let time = Arc::new(kagetsu_kernel::FakeClock::new());
        Self::new(Vec::new(), time).expect("a new game")
    }

    fn with(session: Session, tree: &Tree, programs: Vec<String>) -> Self {
        let mut table = Self {
            log: Log::default(),
            people: People::default(),
            programs: Programs::new(programs),
            help: Help::default(),
            draw: Draw::default(),
            analysis: Analysis::default(),
            lesson: Lesson::default(),
            practice: Practice::default(),
            study: TableStudy::restore(&session, tree).0,
            prover: Prover::default(),
            tree_walk: TreeWalk::default(),
            comparer: Comparer::default(),
            stop: StopSignal::new(),
            hurried: None,
            games: 0,
            unsaved: false,
            session,
        };
        table.log.tell(&table.session.history());
        table.hold_before_the_game();
        table
    }

    /// The game with its seats.
    pub(crate) const fn session(&self) -> &Session {
        &self.session
    }

    /// What has happened.
    pub(crate) const fn log(&self) -> &Log {
        &self.log
    }

    /// The clicks of the move that was suggested for the state as it is now.
    pub(crate) fn hint(&self) -> Option<GameMove> {
        self.help.hint(self.session.ticket())
    }

    /// A program that has no answer for the state as it is now.
    pub(crate) fn trouble(&self) -> Option<&Trouble> {
        self.programs.trouble(self.session.ticket())
    }

    /// Names of the programs that may take a seat.
    pub(crate) fn programs(&self) -> &[String] {
        self.programs.names()
    }

    /// Takes the networks that may take a seat and analyse, as there are now. Says whether they are others than before.
    pub(crate) fn offer_networks(&mut self, networks: Vec<Network>) -> bool {
        self.redirect(|table| table.programs.offer_networks(networks))
    }

    /// What is to outlive the program, as it is now.
    pub(crate) fn save(&self) -> SavedTable {
        SavedTable {
            session: self.session.save(),
            people: self.people.clone(),
            study: self.study.tree().plain(),
        }
    }

    /// The same, if it has changed since it was asked for the last time.
    pub(crate) fn unsaved(&mut self) -> Option<SavedTable> {
        std::mem::take(&mut self.unsaved).then(|| self.save())
    }

    /// Tells people that what was saved cannot be gone on with. Another game is saved at the next change.
    pub(crate) fn report_bad_file(&mut self, why: &Refusal) {
        self.unsaved = true;
        let message = Message::new("bad-file").with_message("why", why.message());
        self.log.push(message);
    }

    /// Tells people that the game could not be saved. It is tried again at the next change.
    pub(crate) fn cannot_save(&mut self, why: &dyn Display) {
        self.unsaved = true;
        self.log.push_unsaved(why);
    }

    /// The game as the text of a file; SGF has the study as well.
    ///
    /// # Errors
    /// [`Refusal`] where the form does not hold the game.
    pub(crate) fn written(&self, form: Format) -> Result<String, Refusal> {
        self.study.written(&self.session, form)
    }

    /// Is there a study that a form leaves out?
    pub(crate) fn loses_study(&self, form: Format) -> bool {
        self.study.is_left_out(&self.session, form)
    }

    /// The position in which a database may be asked; nothing while a guest plays, and in other games.
    pub(crate) fn explored(&self, place: Option<Place>) -> Option<Gomoku> {
        let help_is_forbidden = self.help_is_forbidden();
        self.game_at(place).filter(|_| !help_is_forbidden)
    }

    /// Milliseconds after which [`Table::tick`] is due, if a clock runs.
    pub(crate) fn time_left(&self) -> Option<u64> {
        let left = self.session.time_left()?;
        Some(
            self.thinking_left()
                .map_or(left, |thinking| left.min(thinking)),
        )
    }

    /// Milliseconds after which Kagetsu is to make the move that it thinks about.
    fn thinking_left(&self) -> Option<u64> {
        let left = self.session.thinking_left()?;
        let is_hurried = self.hurried == Some(self.session.ticket());
        let thinks = || matches!(self.to_answer(), Some((_, Mover::Kagetsu(_))));
        (!is_hurried && thinks()).then_some(left)
    }

    /// Is the time for Kagetsu's move over, so that there is none for a search?
    pub(super) fn must_move(&self) -> bool {
        self.hurried == Some(self.session.ticket()) && self.is_thinking()
    }

    /// Looks at the clocks; says whether anything happened. Kagetsu is told to move with the best that it knows before the time
    /// is over.
    pub(crate) fn tick(&mut self) -> bool {
        if self.thinking_left() == Some(0) {
            self.hurried = Some(self.session.ticket());
            self.end_search();
        }
        // It is called after every change, mostly with nothing to do.
        if self.session.time_left() != Some(0) {
            return false;
        }
        self.redirect(|table| {
            let events = table.session.tick();
            table.after_events(&events);
            !events.is_empty()
        })
    }

    /// Ends all searches. A clock has gone on since the last change.
    pub(crate) fn close(&mut self) {
        self.stop.raise();
        self.comparer.stop();
        self.unsaved |= !self.session.clocks_stand();
    }

    /// Does a guest play, so that nobody gets help?
    pub(crate) fn help_is_forbidden(&self) -> bool {
        self.session.outcome().is_none() && self.session.has_guest()
    }

    /// Is what Kagetsu thinks hidden from the person who plays against it or a program? Whoever asks for it, by teaching or an
    /// analysis, sees it.
    pub(crate) fn hides_thinking(&self) -> bool {
        let persons = Seat::BOTH.map(|seat| self.session.is_person(seat));
        let asked = self.lesson.teaching || self.analysis.on;
        self.session.outcome().is_none() && persons[0] != persons[1] && !asked
    }

    /// The name of that program.
    pub(crate) fn program_in_trouble(&self) -> Option<String> {
        let seat = self.trouble()?.seat;
        Some(self.session.occupant(seat).name())
    }

    /// Does Kagetsu or a program think about a move?
    pub(super) fn is_thinking(&self) -> bool {
        self.to_answer().is_some()
    }

    /// Who is to move by itself, and for which seat.
    pub(super) fn to_answer(&self) -> Option<(Seat, Mover)> {
        let seat = self.session.to_act()?;
        if self.lesson.held(&self.session).is_some() || self.trouble().is_some() {
            return None;
        }
        // As well as it can, as a hint: the move of a weak level would be a mistake of the person.
        let wished = || {
            (self.help.wish == Some(HelpRequest::Move)).then_some(Mover::Kagetsu(Level::HIGHEST))
        };
        Some((seat, self.session.mover(seat).or_else(wished)?))
    }

    /// The position that is looked at.
    pub(super) fn looked_at(&self) -> Analysed {
        Analysed {
            ticket: self.session.ticket(),
            at: self.study.focus(),
        }
    }

    /// Who analyses the game: Kagetsu where the network that was chosen has learned another one.
    pub(super) fn analyst(&self) -> Analyst {
        match &self.analysis.by {
            Analyst::Network(name) if self.check_network(name).is_err() => Analyst::Tree,
            chosen => chosen.clone(),
        }
    }

    /// A position of the study as a game; nothing in other games, and where somebody has won.
    pub(super) fn game_at(&self, place: Option<Place>) -> Option<Gomoku> {
        self.study.game_at(&self.session, place)
    }

    /// A win that was proved for the state as it is now.
    pub(super) fn proved(&self) -> Option<ProvedWin> {
        let proved = self.analysis.proved(self.session.ticket());
        proved.filter(|_| !self.hides_thinking())
    }

    /// What happened in the game is told, and what depends on the game follows it.
    pub(super) fn after_events(&mut self, events: &[Event]) {
        self.log.tell(events);
        self.name_seats();
        self.sync_study();
        self.hold_before_the_game();
        // Nothing is to be found after the end. Whoever looks at an earlier position then begins anew.
        if !events.is_empty() && self.session.outcome().is_some() {
            self.analysis.turn(false);
        }
        self.unsaved |= !events.is_empty();
    }

    /// The records call the people as they call themselves.
    pub(super) fn name_seats(&mut self) {
        // Whoever goes on with a game that was over makes an end of their own; one that is taken back may come back.
        if self.session.outcome().is_none() && self.session.undone() == 0 {
            self.people.recorded_end = None;
        }
        let names = self.people.names_of(&self.session);
        self.session.set_names(names);
    }

    /// The study follows the game, and what was wanted of a position that is no longer there, or of a game that is over, is
    /// forgotten.
    pub(super) fn sync_study(&mut self) {
        self.study.follow(&self.session);
        let proved = self.prover.wanted();
        if proved.is_some_and(|wanted| self.searched_game(wanted.at).is_err()) {
            self.prover.want(None);
        }
        let walked = self.tree_walk.wanted();
        if walked.is_some_and(|wanted| self.searched_game(wanted.at).is_err()) {
            self.tree_walk.leave();
        }
        // A comparison is about one state of the game, and its position must be there.
        let now = self.session.ticket();
        let is_old = self.comparer.current().is_some_and(|comparison| {
            comparison.ticket != now || self.game_at(comparison.at).is_none()
        });
        if is_old {
            self.comparer.forget();
        }
    }

    /// Something has changed that is to outlive the program.
    pub(crate) const fn mark_unsaved(&mut self) {
        self.unsaved = true;
    }

    /// With a guest the clocks stand until both have made their first step: the guest may not have come yet.
    fn hold_before_the_game(&mut self) {
        let mut seats = Seat::BOTH.into_iter();
        if self.help_is_forbidden() && !seats.all(|seat| self.session.has_stepped(seat)) {
            self.session.hold();
        }
    }

    /// Ends the search that runs.
    pub(super) fn end_search(&mut self) {
        self.stop.raise();
        self.stop = StopSignal::new();
    }

    /// Ends the search that runs, and a wish with it.
    pub(super) fn interrupt(&mut self) {
        self.end_search();
        self.help.wish = None;
    }

    /// Steps were taken back or others made: what was known about them holds no longer.
    pub(super) fn forget_undone(&mut self) {
        self.lesson.forget_after(self.session.steps().len());
        self.lesson.follow_review(&self.session);
        self.analysis.forget_after(self.session.game().move_count());
    }

    /// A program has no answer for a state.
    pub(super) fn failed(&mut self, seat: Seat, fault: &OutsideFault) {
        let message = self.programs.failed(&mut self.session, seat, fault);
        if let Some(message) = message {
            self.log.push(message);
        }
    }

    /// Begins anew: what is known is about another game.
    pub(super) fn begin_anew(
        &mut self,
        begin: impl FnOnce(&mut Session) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let had_guest = self.session.has_guest();
        let events = begin(&mut self.session)?;
        self.log.clear();
        self.people.forget_game();
        self.analysis.forget();
        self.lesson.forget();
        self.prover = Prover::default();
        self.tree_walk.leave();
        self.study = TableStudy::restore(&self.session, &Tree::default()).0;
        self.games += 1;
        // What both players looked at together does not go on as help.
        if had_guest || self.session.has_guest() {
            self.analysis.on = false;
            self.lesson.teaching = false;
        }
        Ok(events)
    }

    /// The engine of a side of the comparison that is to be asked now.
    pub(crate) fn consult(&mut self, side: usize) -> Option<Consultation> {
        self.comparer.next_consultation(side)
    }

    /// Takes news of an engine that was asked; gives the comparison as it is then, if they were still wanted.
    pub(crate) fn take_opinion(&mut self, news: OpinionNews) -> Option<&Comparison> {
        self.comparer.hear(news)
    }
}
