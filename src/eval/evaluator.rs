//! What a search needs of an evaluation: it follows the board as an observer and answers at any time.

use crate::board::{Board, BoardObserver};
use crate::geometry::Point;

/// A static evaluation that is kept up to date with the board.
pub trait Evaluator: BoardObserver {
    /// Starts anew from a board.
    fn refresh(&mut self, board: &Board);

    /// Value of the followed board for the side to move in evaluation units; a search clamps it to the undecided
    /// range.
    fn evaluate(&self, board: &Board) -> i32;

    /// How promising a move of the side to move looks: greater is searched earlier. Comparable between the moves
    /// of one position only.
    fn promise(&self, board: &Board, point: Point) -> i32;
}
