//! The tree of a proof, a win or a loss, as SGF with variations: every reply that has an answer of its own, and a pass for all others.

use std::io::{self, Write};

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::search::solver::{Answers, Attack, OtherReplies, Verdict};
use kagetsu_notation::sgf::move_node;
use kagetsu_notation::{GameResult, SgfNodes, SgfRoot, WinKind};

use super::super::position_list::NamedPosition;
use super::outcome::Solved;

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
