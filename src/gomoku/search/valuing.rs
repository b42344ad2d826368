//! The static value that a search goes by: that of the evaluation, and what fours are worth beyond it.

use crate::board::Threat;
use crate::eval::Evaluator;

use super::worker::Worker;

/// What `four_plus_bonus` is in for a point of the board.
const FOUR_PLUS_UNIT: i32 = 1000;

impl<E: Evaluator> Worker<'_, E> {
    /// The static value for the side to move. In the games of few positions a move from which the evaluation has learned,
    /// fours count for less than in longer searches.
    pub(super) fn evaluate(&mut self) -> i32 {
        let mover = self.board.side_to_move();
        let [own, other] =
            [mover, mover.opponent()].map(|side| self.board.count(side, Threat::FourPlus) as i32);
        let worth = self.params.four_plus_bonus * self.board.size().area() as i32;
        self.eval.evaluate(&self.board) + (own - other) * worth / FOUR_PLUS_UNIT
    }
}
