//! The study of the game at the table: what is tried, written and looked at beside it.

use crate::game::{Colour, Game, Refusal, Spot};
use crate::gomoku::record::Format;
use crate::gomoku::{Gomoku, Setup};
use crate::registry::{RecordError, write_record};
use crate::study::{Mark, NodeId, Place, Study, StudyView, Tree, file};

use super::table::Table;

/// Something that is done to a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A move is tried.
    Vary(Place, Spot),
    /// A comment is written.
    Write(Place, String),
    /// A mark is put or taken away.
    Mark(Place, Spot, Mark),
    /// A move and all after it are removed.
    Prune(NodeId),
}

/// The stones that were laid during a game.
fn stones(game: &Gomoku) -> Vec<(Spot, Colour)> {
    let all = game.stones().stones();
    let made = game.made().len();
    all.into_iter().rev().take(made).rev().collect()
}

impl Table {
    fn study_setup(&self) -> Option<&Setup> {
        self.session.setup().gomoku()
    }

    /// The study begins anew with what a tree adds to the game.
    pub(super) fn restore_study(&mut self, tree: &Tree) {
        self.focus = None;
        self.study = match (
            self.study_setup(),
            self.session.game().downcast_ref::<Gomoku>(),
        ) {
            (Some(setup), Some(game)) => Study::restore(setup, stones(game), tree),
            _ => Study::default(),
        };
    }

    /// The study follows the moves of the game.
    pub(super) fn follow_game(&mut self) {
        if let Some(game) = self.session.game().downcast_ref::<Gomoku>() {
            let stones = stones(game);
            self.study.follow(stones);
        }
        self.forget_old_comparison();
        // The position that is looked at may be gone.
        if self.game_at(self.focus).is_none() {
            self.focus = None;
        }
    }

    /// A position of the study as a game; nothing in other games, and where somebody has won.
    pub(super) fn game_at(&self, place: Option<Place>) -> Option<Gomoku> {
        match place {
            None => self.session.game().downcast_ref::<Gomoku>().cloned(),
            Some(place) => self.study.game_at(self.study_setup()?, place).ok(),
        }
    }

    /// The position in which a database may be asked; nothing while a person elsewhere plays.
    pub(super) fn explored(&self, place: Option<Place>) -> Option<Gomoku> {
        let running = self.session.outcome().is_none();
        if running && self.session.has_remote() {
            return None;
        }
        self.game_at(place)
    }

    pub(super) fn mover_at(&self, place: Option<Place>) -> Option<Colour> {
        self.game_at(place).map(|game| game.to_move())
    }

    /// Changes the study.
    ///
    /// # Errors
    /// As [`Study`]; [`Refusal::NotInThisGame`] in games without one.
    pub(super) fn change_study(&mut self, change: Change) -> Result<(), Refusal> {
        let setup = self.study_setup().ok_or(Refusal::NotInThisGame)?.clone();
        match change {
            Change::Vary(from, at) => self.study.vary(&setup, from, at).map(|_| ())?,
            Change::Write(place, text) => self.study.write(place, &text)?,
            Change::Mark(place, at, mark) => self.study.mark(place, at, mark)?,
            Change::Prune(node) => self.study.prune(node)?,
        }
        self.follow_game();
        self.keep();
        Ok(())
    }

    /// Another position is looked at; where there is no such one, or it is decided, that of the game.
    pub(super) fn look_at(&mut self, place: Option<Place>) {
        let place = place.filter(|_| self.game_at(place).is_some());
        if place != self.focus {
            self.focus = place;
            if self.analysing && !self.is_thinking() {
                self.interrupt();
            }
        }
    }

    /// What a page shows of the study.
    pub fn study(&self) -> StudyView {
        self.study.view()
    }

    /// The position that is looked at.
    pub const fn focus(&self) -> Option<Place> {
        self.focus
    }

    /// The game as the text of a file; SGF has the study as well.
    ///
    /// # Errors
    /// [`RecordError`] where the form does not hold the game.
    pub(super) fn written(&self, form: Format) -> Result<String, RecordError> {
        let tree = self.study.plain();
        if form == Format::Sgf && self.study_setup().is_some() && !tree.is_bare() {
            return Ok(file::write(&self.session, &tree)?);
        }
        write_record(&self.session, form)
    }
}
