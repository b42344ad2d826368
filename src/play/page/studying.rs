//! The study of the game at the table: what is tried, written and looked at beside it.

use crate::game::{Colour, Game, Refusal, Spot};
use crate::gomoku::record::Format;
use crate::gomoku::{Gomoku, Setup};
use crate::registry::{RecordError, write_record};
use crate::study::{Place, Study, Tree, file};

use super::table::Table;

/// The stones that were laid during a game.
fn stones(game: &Gomoku) -> Vec<(Spot, Colour)> {
    let all = game.stones().stones();
    let made = game.made().len();
    all.into_iter().rev().take(made).rev().collect()
}

impl Table {
    /// The study begins anew with what a tree adds to the game.
    pub(super) fn restore_study(&mut self, tree: &Tree) {
        self.focus = None;
        let gomoku = self.session.gomoku();
        self.study = gomoku.map_or_else(Study::default, |(setup, game)| {
            Study::restore(setup, stones(game), tree)
        });
    }

    /// The study follows the moves of the game.
    pub(super) fn follow_game(&mut self) {
        if let Some((_, game)) = self.session.gomoku() {
            self.study.follow(stones(game));
        }
        self.forget_old_comparison();
        // The position that is looked at may be gone.
        if self.game_at(self.focus).is_none() {
            self.focus = None;
        }
    }

    /// A position of the study as a game; nothing in other games, and where somebody has won.
    pub(super) fn game_at(&self, place: Option<Place>) -> Option<Gomoku> {
        let (setup, game) = self.session.gomoku()?;
        match place {
            None => Some(game.clone()),
            Some(place) => self.study.game_at(setup, place).ok(),
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
    pub(super) fn change_study(
        &mut self,
        change: impl FnOnce(&mut Study, &Setup) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let setup = self.session.setup().gomoku();
        change(&mut self.study, setup.ok_or(Refusal::NotInThisGame)?)?;
        self.follow_game();
        self.keep();
        Ok(())
    }

    /// Another position is looked at; where there is no such one, or it is decided, that of the game.
    pub(super) fn look_at(&mut self, place: Option<Place>) {
        let place = place.filter(|_| self.game_at(place).is_some());
        if place != self.focus {
            self.focus = place;
            if self.analysing {
                self.interrupt_all_but_moves();
            }
        }
    }

    /// The game as the text of a file; SGF has the study as well.
    ///
    /// # Errors
    /// [`RecordError`] where the form does not hold the game.
    pub(super) fn written(&self, form: Format) -> Result<String, RecordError> {
        let tree = self.study.plain();
        if form == Format::Sgf && self.session.gomoku().is_some() && !tree.is_bare() {
            return Ok(file::write(&self.session, &tree)?);
        }
        write_record(&self.session, form)
    }
}
