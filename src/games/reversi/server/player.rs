//! The engine behind a server: the book first, then the search.

use kagetsu_kernel::{SearchLimits, StopSignal};

use crate::reversi::board::Board;
use crate::reversi::book::Choice;
use crate::reversi::engine::Brain;
use crate::reversi::engine::think::{Certainty, Report};

/// The engine and, if wanted, a book.
#[derive(Debug)]
pub struct Player {
    pub(super) brain: Brain,
    book: Option<Choice>,
}

impl From<Brain> for Player {
    fn from(brain: Brain) -> Self {
        Self { brain, book: None }
    }
}

impl Player {
    /// An engine that plays from a book while it can.
    pub const fn with_book(brain: Brain, book: Choice) -> Self {
        Self {
            brain,
            book: Some(book),
        }
    }

    /// Chooses a move; nothing where there is none. A move of the book is reported once, with no nodes.
    pub fn choose(
        &mut self,
        board: Board,
        limits: SearchLimits,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let Some(chosen) = self.book.as_mut().and_then(|book| book.choose(board)) else {
            return self.brain.think(board, limits, stop, report);
        };
        let found = Report {
            depth: chosen.depth,
            score: i32::from(chosen.value),
            certainty: Certainty::Evaluated,
            line: vec![chosen.square],
            nodes: 0,
        };
        report(&found);
        Some(found)
    }
}
