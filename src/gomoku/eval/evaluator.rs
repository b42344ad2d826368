//! What a search needs of an evaluation: it follows the board, which tells what its stones changed, and answers at any
//! time.

use arrayvec::ArrayVec;

use crate::board::{Board, BoardObserver};
use crate::geometry::{BoardSize, Point, PointSet};

/// Evaluation units to one unit of the logistic curve: a value `v` stands for an expected result of
/// `1 / (1 + exp(-v / LOGISTIC_SCALE))` for the side to move.
pub const LOGISTIC_SCALE: f64 = 200.0;

/// What moves policy_score, in the order of their points.
pub type PolicyScores = ArrayVec<(i32, Point), { BoardSize::MAX * BoardSize::MAX }>;

/// A static evaluation that is kept up to date with the board.
pub trait Evaluator: BoardObserver {
    /// Starts anew from a board.
    fn refresh(&mut self, board: &Board);

    /// Value of the followed board for the side to move in evaluation units; a search clamps it to the undecided
    /// range.
    fn evaluate(&mut self, board: &Board) -> i32;

    /// Appends how promising each move of the side to move looks: greater is searched earlier. Comparable between the
    /// moves of one position only, in hundredths of a unit of the logarithm of a chance.
    fn policy_scores(&mut self, board: &Board, set: PointSet, policy_scores: &mut PolicyScores);
}
