//! Finds puzzles of defence: the opponent threatens to win by fours, and exactly one move does not lose.
//!
//! The side to move has no win by threats, and no four of its own that would only delay the defence. For every other move
//! there is a proof that the opponent wins by fours or by other threats. For the one move there is a proof that the
//! opponent has no win by threats.

use kagetsu_gomoku::board::{Board, Threat};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::solver::{Order, Question, Verdict};

use super::finder::{Finder, Look};

/// Most moves without a refutation by fours that are searched further. With more of them, it is rare that only one move
/// holds.
const MOST_SURVIVORS: usize = 8;

impl Finder<'_> {
    pub(super) fn look_for_defence(&mut self, board: &mut Board) -> Look {
        let side = board.side_to_move();
        board.pass();
        let threat = self.ask(board, Question::Fours(Order::Any));
        board.pass();
        if !matches!(threat, Verdict::Win(_)) {
            return Look::NotWon;
        }
        let has_four = Threat::FOURS
            .into_iter()
            .any(|four| board.count(side, four) > 0);
        if has_four || self.ask(board, Question::Threats) != Verdict::None {
            return Look::Forced;
        }
        self.only_defence(board)
            .map_or(Look::Forced, |point| Look::Won(vec![point]))
    }

    /// The move after which the opponent has no win by threats, if all others lose.
    fn only_defence(&mut self, board: &mut Board) -> Option<Point> {
        let mut survivors = Vec::new();
        for point in *board.empty() {
            match self.reply(board, point, Question::Fours(Order::Any)) {
                Some(Verdict::Win(_)) | None => {}
                Some(_) if survivors.len() == MOST_SURVIVORS => return None,
                Some(_) => survivors.push(point),
            }
        }
        let mut only = None;
        for point in survivors {
            match self.reply(board, point, Question::Threats)? {
                Verdict::Win(_) => {}
                Verdict::None if only.is_none() => only = Some(point),
                _ => return None,
            }
        }
        only
    }

    /// The solver's answer about the opponent after a move; `None` if the move is forbidden.
    fn reply(&mut self, board: &mut Board, point: Point, question: Question) -> Option<Verdict> {
        if board.is_foul(board.side_to_move(), point) {
            return None;
        }
        board.make(point);
        let verdict = self.ask(board, question);
        board.unmake();
        Some(verdict)
    }
}
