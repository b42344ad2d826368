//! The static evaluation of the search: that of the network, and a bonus for points that make strong fours.

use crate::board::Threat;
use crate::eval::Evaluator;

use super::worker::Worker;

/// `four_plus_bonus` is in thousandths of a unit for each point of the board.
const FOUR_PLUS_UNIT: i32 = 1000;

impl<E: Evaluator> Worker<'_, E> {
    /// The static evaluation for the side to move. The network has learned from games at few nodes a move, in which fours
    /// are worth less than in longer searches; the bonus corrects that.
    pub(super) fn evaluate(&mut self) -> i32 {
        let mover = self.board.side_to_move();
        let [own, other] =
            [mover, mover.opponent()].map(|side| self.board.count(side, Threat::FourPlus) as i32);
        let bonus = self.context.params.four_plus_bonus * self.board.size().area() as i32;
        self.eval.evaluate(&self.board) + (own - other) * bonus / FOUR_PLUS_UNIT
    }
}
