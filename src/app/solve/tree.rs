//! The tree of a proof, a win or a loss, as SGF with variations: every reply that has an answer of its own, and a pass for all others.

use std::io::{self, Write};

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::search::solver::{Answers, Attack, OtherReplies, Verdict};
use kagetsu_notation::sgf_letters;

use super::super::position_list::NamedPosition;
use super::outcome::Solved;

const ANY_OTHER: &str = "any other move";
const FIVE_FOLLOWS: &str = "no reply stops the five, except those shown";

/// Writes the tree of a won or lost position as one game, and nothing for other positions.
pub(super) fn write(
    problem: &NamedPosition,
    solved: &Solved,
    out: &mut dyn Write,
) -> io::Result<()> {
    let position = &problem.position;
    let side = solved.side;
    match &solved.verdict {
        Verdict::Win(attack) => {
            write_root(problem, out)?;
            write_attack(attack, side, out)?;
        }
        Verdict::Loss(answers) => {
            write_root(problem, out)?;
            write_answers(answers, position.side_to_move(), out)?;
        }
        Verdict::None | Verdict::Unknown => return Ok(()),
    }
    writeln!(out, ")")
}

fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

fn write_root(problem: &NamedPosition, out: &mut dyn Write) -> io::Result<()> {
    let position: &Position = &problem.position;
    let size = position.size();
    let (width, height) = (size.width(), size.height());
    write!(out, "(;FF[4]GM[4]")?;
    if size.is_square() {
        write!(out, "SZ[{width}]")?;
    } else {
        write!(out, "SZ[{width}:{height}]")?;
    }
    let name: String = problem
        .id
        .chars()
        .filter(|letter| !r"[]\".contains(*letter))
        .collect();
    write!(out, "RU[{}]GN[{name}]", position.rule())?;
    for side in Side::BOTH {
        let stones = position.stones().iter().filter(|&&(_, of)| of == side);
        let points: Vec<String> = stones
            .map(|&(point, _)| format!("[{}]", sgf_letters(point)))
            .collect();
        if !points.is_empty() {
            write!(out, "A{}{}", letter(side), points.concat())?;
        }
    }
    write!(out, "PL[{}]", letter(position.side_to_move()))
}

fn write_attack(attack: &Attack, side: Side, out: &mut dyn Write) -> io::Result<()> {
    write!(out, ";{}[{}]", letter(side), sgf_letters(attack.point))?;
    write_answers(&attack.answers, side.opponent(), out)
}

/// Writes the replies of `side` and what follows them.
fn write_answers(answers: &Answers, side: Side, out: &mut dyn Write) -> io::Result<()> {
    let branches =
        answers.replies.len() + usize::from(matches!(answers.rest, OtherReplies::Attack(_)));
    if answers.rest == OtherReplies::Five {
        write!(out, "C[{FIVE_FOLLOWS}]")?;
    }
    let (open, close) = if branches > 1 { ("\n(", ")") } else { ("", "") };
    for reply in &answers.replies {
        let point = sgf_letters(reply.point);
        write!(out, "{open};{}[{point}]", letter(side))?;
        write_attack(&reply.attack, side.opponent(), out)?;
        write!(out, "{close}")?;
    }
    if let OtherReplies::Attack(attack) = &answers.rest {
        write!(out, "{open};{}[]C[{ANY_OTHER}]", letter(side))?;
        write_attack(attack, side.opponent(), out)?;
        write!(out, "{close}")?;
    }
    Ok(())
}
