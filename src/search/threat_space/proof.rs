//! Replays a claimed win by fours against every reply. Slow; for tests and tools.

use crate::board::{Board, NullObserver, Outcome};
use crate::geometry::Point;

use super::vcf::VcfSolver;

/// Positions visited for each continuation; a claim that needs more counts as unproved.
const LIMIT: u64 = 1_000_000;

/// Does the side to move win by beginning with `first`, whatever the opponent replies? Every legal reply is
/// tried, not only those that stop the four; after each the claim must still be found and hold.
pub fn holds_against_all_replies(board: &mut Board, first: Point, plies: usize) -> bool {
    let side = board.side_to_move();
    match board.play(first) {
        Err(_) => return false,
        Ok(outcome) => {
            if outcome != Outcome::Running {
                board.unmake(&mut NullObserver);
                return outcome == Outcome::Win(side);
            }
        }
    }
    let holds = plies > 1 && every_reply_loses(board, plies - 1);
    board.unmake(&mut NullObserver);
    holds
}

fn every_reply_loses(board: &mut Board, plies: usize) -> bool {
    let mut solver = VcfSolver::default();
    let replies: Vec<Point> = board.empty().iter().collect();
    replies.into_iter().all(|reply| {
        // A reply that the rules forbid cannot save the game.
        let Ok(outcome) = board.play(reply) else {
            return true;
        };
        let lost = outcome == Outcome::Running
            && solver.solve_with_line(board, LIMIT).is_some_and(|line| {
                holds_against_all_replies(board, line[0], plies.saturating_sub(1))
            });
        board.unmake(&mut NullObserver);
        lost
    })
}
