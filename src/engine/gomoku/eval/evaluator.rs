//! What the search needs of an evaluation. An evaluation follows the board and can be asked at any time.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::geometry::{BoardSize, Point, PointSet};

/// Evaluation units to one unit of the logistic curve: a value `v` stands for an expected result of
/// `1 / (1 + exp(-v / LOGISTIC_SCALE))` for the side to move.
pub const LOGISTIC_SCALE: f64 = 200.0;

/// Units of policy scores to one unit of the natural logarithm.
pub const POLICY_SCALE: f32 = 100.0;

/// The policy scores of moves, in the order of their points.
pub type PolicyScores = ArrayVec<(i32, Point), { BoardSize::MAX_AREA }>;

/// A static evaluation that follows a board. It reads the stones that were made when it is asked for a value, by
/// [`Board::change`]; whoever takes a stone back tells it by [`Evaluator::undo`].
pub trait Evaluator {
    /// Computes everything anew from a board.
    fn refresh(&mut self, board: &Board);

    /// The last made stone was taken back from the board; so many made stones are left.
    fn undo(&mut self, made: usize);

    /// Value of the followed board for the side to move in evaluation units; a search clamps it to the undecided
    /// range.
    fn evaluate(&mut self, board: &Board) -> i32;

    /// Appends the policy score of each move of a set for the side to move: the natural logarithm of the probability that
    /// the move is the best one, times [`POLICY_SCALE`], up to a constant that all moves of the position share.
    fn policy_scores(&mut self, board: &Board, set: PointSet, policy_scores: &mut PolicyScores);
}
