//! Games of stones in a row: their rules, and the board with exact undo.

mod connect;
mod lines;
mod rules;
mod symmetry;

pub use connect::Connect;
pub(crate) use lines::{makes_row, near_in_rows};
pub use rules::{Exactness, ParseRulesError, Rules};
pub use symmetry::Symmetry;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::Side;

/// A cell of a board: row times columns plus column, from zero.
pub type Cell = u16;

/// A game of two sides that put a stone on an empty cell. Evaluators and planes are generic over it; runs play [`Connect`].
pub trait Game: Clone {
    /// Columns of the board.
    fn columns(&self) -> usize;

    /// Number of cells.
    fn cells(&self) -> usize;

    /// The stone on a cell.
    fn stone(&self, cell: Cell) -> Option<Side>;

    /// Whose stone comes next. A side may have several in a row.
    fn side_to_move(&self) -> Side;

    /// Does the side to move have another stone after this one?
    fn moves_again(&self) -> bool;

    /// How the game stands.
    fn outcome(&self) -> Outcome;

    /// The cells that the next stone may take, in order; none after the end.
    fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_;

    /// Puts the next stone on a legal cell.
    fn play(&mut self, cell: Cell);

    /// Takes the last stone back.
    ///
    /// # Panics
    /// If no stone was played.
    fn undo(&mut self);
}
