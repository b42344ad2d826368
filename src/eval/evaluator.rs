//! What a search needs of an evaluation: it follows the board as an observer and answers at any time.

use crate::board::{Board, BoardObserver, Side};

/// A static evaluation that is kept up to date with the board.
pub trait Evaluator: BoardObserver {
    /// Starts anew from a board.
    fn refresh(&mut self, board: &Board);

    /// Value for the side to move in evaluation units; a search clamps it to the undecided range.
    fn evaluate(&self, side_to_move: Side) -> i32;
}
