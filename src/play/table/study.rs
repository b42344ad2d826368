//! The study of the game at the table: what is tried, written and looked at beside it.

use crate::game::{Colour, Game, Refusal, Spot};
use crate::gomoku::{Gomoku, Setup};
use crate::registry::{Format, write_record};
use crate::session::{Position, Session};
use crate::study::{LeftOut, Place, Study, Tree, file};

/// The tree of a game, and the position in it that is looked at.
#[derive(Debug, Default)]
pub(super) struct TableStudy {
    tree: Study,
    /// The position that is looked at; nothing for that of the game.
    focus: Option<Place>,
}

/// The stones that were laid during a game.
fn stones(game: &Gomoku) -> Vec<(Spot, Colour)> {
    let all = game.stones().stones();
    let made = game.move_count();
    all.into_iter().rev().take(made).rev().collect()
}

impl TableStudy {
    /// A study of a game that begins with what a tree adds to it, and what of the tree was left out.
    pub(super) fn restore(session: &Session, tree: &Tree) -> (Self, LeftOut) {
        let gomoku = session.gomoku();
        let restored = gomoku.map(|(setup, game)| {
            let (mut study, left_out) = Study::restore(setup, stones(game), tree);
            study.set_to_move(game.to_move());
            (study, left_out)
        });
        let (tree, left_out) = restored.unwrap_or_default();
        (Self { tree, focus: None }, left_out)
    }

    /// The tree as it is worked on.
    pub(super) const fn tree(&self) -> &Study {
        &self.tree
    }

    /// The position that is looked at; nothing for that of the game.
    pub(super) const fn focus(&self) -> Option<Place> {
        self.focus
    }

    /// The tree follows the moves of the game. The position that was looked at may be gone.
    pub(super) fn follow(&mut self, session: &Session) {
        if let Some((_, game)) = session.gomoku() {
            self.tree.follow(stones(game));
            self.tree.set_to_move(game.to_move());
        }
        if self.game_at(session, self.focus).is_none() {
            self.focus = None;
        }
    }

    /// A position of the study as a game; nothing in other games, and where somebody has won.
    pub(super) fn game_at(&self, session: &Session, place: Option<Place>) -> Option<Gomoku> {
        let (setup, game) = session.gomoku()?;
        match place {
            None => Some(game.clone()),
            Some(place) => self.tree.game_at(setup, place).ok(),
        }
    }

    /// The same as it is handed on.
    pub(super) fn position_at(&self, session: &Session, place: Place) -> Option<Position> {
        let setup = self.tree.setup_at(session.setup().gomoku()?, place).ok()?;
        Some(Position {
            setup: setup.into(),
            steps: Vec::new(),
        })
    }

    /// Changes the tree.
    ///
    /// # Errors
    /// As [`Study`]; [`Refusal::NotInThisGame`] in games without one.
    pub(super) fn change(
        &mut self,
        session: &Session,
        change: impl FnOnce(&mut Study, &Setup) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let setup = session.setup().gomoku();
        change(&mut self.tree, setup.ok_or(Refusal::NotInThisGame)?)
    }

    /// Another position is looked at; where there is no such one, or it is decided, that of the game.
    pub(super) fn look_at(&mut self, session: &Session, place: Option<Place>) {
        self.focus = place.filter(|_| self.game_at(session, place).is_some());
    }

    /// The tree, where anything is tried or written beside the game.
    fn beside(&self, session: &Session) -> Option<Tree> {
        let (_, game) = session.gomoku()?;
        Some(self.tree.plain()).filter(|tree| !tree.is_bare(game.move_count()))
    }

    /// The game as the text of a file; SGF has the study as well.
    ///
    /// # Errors
    /// [`Refusal`] where the form does not hold the game.
    pub(super) fn written(&self, session: &Session, form: Format) -> Result<String, Refusal> {
        match self.beside(session) {
            Some(tree) if form == Format::Sgf => file::write(session, &tree),
            _ => write_record(session, form),
        }
    }

    /// Is there a study that a form leaves out?
    pub(super) fn is_left_out(&self, session: &Session, form: Format) -> bool {
        form != Format::Sgf && self.beside(session).is_some()
    }
}
