//! What a search needs of an evaluation: it follows the board as an observer and answers at any time.

use crate::board::{Board, BoardObserver};
use crate::geometry::Point;

/// Evaluation units to one unit of the logistic curve: a value `v` stands for an expected result of
/// `1 / (1 + exp(-v / LOGISTIC_SCALE))` for the side to move.
pub const LOGISTIC_SCALE: f64 = 200.0;

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
