//! The tree of a proof, a win or a loss, as SGF with variations: every reply that has an answer of its own, and a pass for all others.

use std::io::{self, Write};

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::search::solver::{Answers, Attack, OtherReplies, Verdict};
use kagetsu_kernel::{counted, quote};
use kagetsu_notation::sgf::move_node;
use kagetsu_notation::{GameResult, SgfNodes, SgfRoot, WinKind};

use super::super::error::CommandError;
use super::super::position_list::NamedPosition;
use super::outcome::Solved;

/// Most moves of the winner in a tree that is written. Shared parts of a proof stand in every line that leads to them, so that
/// there is no bound to its lines, and programs that read SGF take only so many.
const MOST_MOVES: usize = 200_000;
const ANY_OTHER: &str = "any other move";
const FIVE_FOLLOWS: &str = "no reply stops the five, except those shown";

/// Writes the tree of a won or lost position as one game, and nothing for other positions. SGF cannot say which cells nobody
/// may use: they are left out.
pub(super) fn write(
    problem: &NamedPosition,
    solved: &Solved,
    out: &mut dyn Write,
) -> io::Result<()> {
    let position = &problem.position;
    let root = SgfRoot {
        board: position.size(),
        rule: position.rule().to_string(),
        procedure: None,
        event: Some((String::new(), problem.id.clone())),
        names: Default::default(),
        result: GameResult::Unfinished,
        win: WinKind::Plain,
        stones: position.stones().to_vec(),
        first: position.side_to_move(),
    };
    let mut nodes = SgfNodes::new(root.node());
    match &solved.verdict {
        Verdict::Win(attack) => add_attack(&mut nodes, 0, attack, solved.side),
        Verdict::Loss(answers) => add_answers(&mut nodes, 0, answers, position.side_to_move()),
        Verdict::None | Verdict::Unknown => return Ok(()),
    }
    out.write_all(nodes.write().as_bytes())
}

/// Has the tree more moves than are written?
pub(super) fn is_too_large(verdict: &Verdict) -> bool {
    let limit = MOST_MOVES + 1;
    let moves = match verdict {
        Verdict::Win(attack) => attack.moves(limit),
        Verdict::Loss(answers) => answers.moves(limit),
        Verdict::None | Verdict::Unknown => 0,
    };
    moves > MOST_MOVES
}

/// Says which positions have trees that were not written.
///
/// # Errors
/// Where there are any.
pub(super) fn check_complete(left_out: &[&str]) -> Result<(), CommandError> {
    let Some(first) = left_out.first() else {
        return Ok(());
    };
    Err(CommandError::system(format!(
        "{} not written, first that of '{}': a tree may have at most {MOST_MOVES} moves of the winner",
        counted(left_out.len(), "tree"),
        quote(first)
    )))
}

fn add_attack(nodes: &mut SgfNodes, parent: usize, attack: &Attack, side: Side) {
    let place = nodes.add_after(parent, move_node(side, Some(attack.point)));
    add_answers(nodes, place, &attack.answers, side.opponent());
}

/// Adds the replies of `side` and what follows them.
fn add_answers(nodes: &mut SgfNodes, parent: usize, answers: &Answers, side: Side) {
    if answers.rest == OtherReplies::Five
        && let Some(node) = nodes.node_mut(parent)
    {
        node.add("C", FIVE_FOLLOWS);
    }
    for reply in &answers.replies {
        let place = nodes.add_after(parent, move_node(side, Some(reply.point)));
        add_attack(nodes, place, &reply.attack, side.opponent());
    }
    if let OtherReplies::Attack(attack) = &answers.rest {
        let mut pass = move_node(side, None);
        pass.add("C", ANY_OTHER);
        let place = nodes.add_after(parent, pass);
        add_attack(nodes, place, attack, side.opponent());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_gomoku::geometry::Point;
    use kagetsu_gomoku::search::solver::DefenderReply;

    use super::*;

    /// A proof of few parts and many lines: each move of the loser is answered by the same attack.
    fn attack(levels: usize) -> Arc<Attack> {
        let mut attack = Arc::new(Attack::five(Point::at(0, 0)));
        for _ in 0..levels {
            let replies = [1, 2].map(|x| DefenderReply {
                point: Point::at(x, 0),
                attack: Arc::clone(&attack),
            });
            let answers = Answers {
                replies: replies.to_vec(),
                rest: OtherReplies::Five,
            };
            let point = Point::at(0, 0);
            attack = Arc::new(Attack { point, answers });
        }
        attack
    }

    #[test]
    fn a_tree_of_too_many_lines_is_left_out_and_told() {
        assert!(!is_too_large(&Verdict::Win(attack(3))));
        let large = attack(100);
        assert!(is_too_large(&Verdict::Loss(large.answers.clone())));
        assert!(is_too_large(&Verdict::Win(large)));
        assert!(check_complete(&[]).is_ok());
        let told = check_complete(&["a", "b"]).expect_err("two are left out");
        let told = told.to_string();
        assert!(told.starts_with("2 trees not written, first that of 'a'"));
    }
}
