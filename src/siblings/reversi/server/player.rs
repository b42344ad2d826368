//! The player behind a server: the engine, the book first and then the search, or a weak player by its name.

use kagetsu_kernel::{SearchLimits, StopSignal};

use crate::board::Board;
use crate::book::Choice;
use crate::engine::Brain;
use crate::engine::think::{Certainty, Report};
use crate::players::{PlayerName, four_rules};

/// The engine and, if wanted, a book or another player in its place. Hints come from the engine.
#[derive(Debug)]
pub(crate) struct Player {
    pub(super) brain: Brain,
    book: Option<Choice>,
    name: PlayerName,
}

impl Player {
    /// A player by its name, who plays from the book, if there is one, while it can. The engine gives hints for all of them.
    pub(crate) const fn new(name: PlayerName, brain: Brain, book: Option<Choice>) -> Self {
        Self { brain, book, name }
    }

    /// Its name.
    pub(crate) const fn name(&self) -> PlayerName {
        self.name
    }

    /// Chooses a move; nothing where there is none. A move of the book is reported once, with no nodes; a player without a
    /// search reports nothing, and its score means nothing.
    pub(crate) fn choose(
        &mut self,
        board: Board,
        limits: SearchLimits,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let (square, depth, score) = if self.name == PlayerName::FourRules {
            (four_rules::choose(board)?, 0, 0)
        } else if let Some(chosen) = self.book.as_mut().and_then(|book| book.choose(board)) {
            let (square, value, depth) = chosen;
            (square, depth, i32::from(value))
        } else {
            return self.brain.think(board, limits, stop, report);
        };
        let found = Report {
            depth,
            score,
            certainty: Certainty::Evaluated,
            line: vec![square],
            nodes: 0,
        };
        if depth > 0 {
            report(&found);
        }
        Some(found)
    }
}
