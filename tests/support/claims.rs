//! Replays a claimed win by fours against every legal reply. The continuations of the attack come from the solver. Moves are
//! judged by the board alone when they are played.

use kagetsu_gomoku::board::{Board, Outcome, Side, Threat};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::threat_space::VcfSolver;

/// Nodes visited for each continuation; a claim that needs more counts as unproved.
const LIMIT: u64 = 1_000_000;

/// Does the side to move win by beginning with `first`, whatever the opponent replies, in at most `plies` plies?
///
/// Every legal reply is tried, not only those that stop the four: most must simply be answered by a five, and after
/// the others the solver must find a win again, for which the same is asked. The board is unchanged afterwards.
pub fn holds_against_all_replies(board: &mut Board, first: Point, plies: usize) -> bool {
    ReplyCheck {
        attacker: board.side_to_move(),
        solver: VcfSolver::default(),
    }
    .attack_holds(board, first, plies)
}

struct ReplyCheck {
    attacker: Side,
    solver: VcfSolver,
}

impl ReplyCheck {
    fn attack_holds(&mut self, board: &mut Board, point: Point, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        let Ok(outcome) = board.play(point) else {
            return false;
        };
        let holds = match outcome {
            Outcome::Win(winner) => winner == self.attacker,
            Outcome::Draw => false,
            Outcome::Running => self.every_reply_loses(board, plies - 1),
        };
        board.unmake();
        holds
    }

    fn every_reply_loses(&mut self, board: &mut Board, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        let replies = *board.empty();
        replies.into_iter().all(|reply| {
            // A reply that the rules forbid cannot save the game.
            let Ok(outcome) = board.play(reply) else {
                return true;
            };
            let loses = outcome == Outcome::Running && self.answer_holds(board, plies - 1);
            board.unmake();
            loses
        })
    }

    /// The attacker has been answered: by five where that is possible, else as the solver says.
    fn answer_holds(&mut self, board: &mut Board, plies: usize) -> bool {
        let five = board.points(self.attacker, Threat::Five).first();
        let answer = five.or_else(|| {
            let line = self.solver.solve_with_line(board, LIMIT)?;
            line.first().copied()
        });
        answer.is_some_and(|answer| self.attack_holds(board, answer, plies))
    }
}
