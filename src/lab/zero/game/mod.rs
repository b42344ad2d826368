//! The games, stones in a row and Reversi: their rules, and boards with exact undo.

mod connect;
mod game_rules;
mod lines;
mod reversi;
mod rules;
mod symmetry;

pub use connect::Connect;
pub(crate) use game_rules::with_start;
pub use game_rules::{GameRules, NotInARow};
pub(crate) use lines::{makes_row, near_in_rows};
pub use reversi::Reversi;
pub use rules::{Exactness, ParseRulesError, Rules};
pub use symmetry::Symmetry;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::Side;

/// A cell of a board: row times columns plus column, from zero.
pub type Cell = u16;

/// A game of two sides that put a stone on an empty cell. Self-play, learning, probes and ladders are generic over it;
/// [`GameRules`] say which game a run plays.
pub trait Game: Clone + Send + Sync {
    /// Columns of the board.
    fn columns(&self) -> usize;

    /// Number of cells.
    fn cells(&self) -> usize;

    /// The stone on a cell.
    fn stone(&self, cell: Cell) -> Option<Side>;

    /// Whose stone comes next. A side may have several in a row.
    fn side_to_move(&self) -> Side;

    /// Does the side to move have another stone after this one, wherever it puts this one?
    fn moves_again(&self) -> bool;

    /// How the game stands.
    fn outcome(&self) -> Outcome;

    /// The ways to turn and mirror any of its positions into one that is worth the same, the one that moves nothing first.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The cells that the next stone may take, in order; none after the end.
    fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_;

    /// May the next stone take this cell?
    fn is_legal(&self, cell: Cell) -> bool {
        self.legal_moves().any(|legal| legal == cell)
    }

    /// Puts the next stone on a legal cell.
    ///
    /// # Panics
    /// It may, if the cell is not legal.
    fn play(&mut self, cell: Cell);

    /// The game after these moves, each of which must be legal in its turn.
    #[must_use]
    fn after(mut self, moves: &[Cell]) -> Self {
        for &cell in moves {
            self.play(cell);
        }
        self
    }

    /// Takes the last stone back.
    ///
    /// # Panics
    /// If no stone was played.
    fn undo(&mut self);
}
