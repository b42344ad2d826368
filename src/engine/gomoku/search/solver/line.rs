//! The main line of a certificate: at every turn the reply that lasts longest.

use crate::board::{Board, Side, Threat};
use crate::geometry::Point;

use super::certificate::{Answers, Attack, Lengths, OtherReplies};

/// The line of a win of the side to move, up to the five. The attack must hold on this board, which is unchanged
/// afterwards.
pub fn line_of_attack(board: &mut Board, attack: &Attack) -> Vec<Point> {
    let mut line = Vec::new();
    follow(board, attack, &mut Lengths::default(), &mut line);
    undo(board, line)
}

/// The line of a loss of the side to move, as [`line_of_attack`].
pub fn line_of_answers(board: &mut Board, answers: &Answers) -> Vec<Point> {
    let mut line = Vec::new();
    reply(board, answers, &mut Lengths::default(), &mut line);
    undo(board, line)
}

fn undo(board: &mut Board, line: Vec<Point>) -> Vec<Point> {
    for _ in &line {
        board.unmake();
    }
    line
}

fn make(board: &mut Board, point: Point, line: &mut Vec<Point>) {
    board.make(point);
    line.push(point);
}

fn follow(board: &mut Board, attack: &Attack, lengths: &mut Lengths, line: &mut Vec<Point>) {
    make(board, attack.point, line);
    reply(board, &attack.answers, lengths, line);
}

fn reply(board: &mut Board, answers: &Answers, lengths: &mut Lengths, line: &mut Vec<Point>) {
    if answers.rest == OtherReplies::Won {
        return;
    }
    let listed = answers
        .replies
        .iter()
        .rev()
        .max_by_key(|reply| lengths.of(&reply.attack));
    if let Some(longest) = listed
        && lengths.of(&longest.attack) >= lengths.of_rest(&answers.rest)
    {
        make(board, longest.point, line);
        follow(board, &longest.attack, lengths, line);
        return;
    }
    let attacker = board.side_to_move().opponent();
    let Some(point) = any_reply(board, attacker, answers) else {
        return;
    };
    make(board, point, line);
    match &answers.rest {
        OtherReplies::Attack(attack) => follow(board, attack, lengths, line),
        OtherReplies::Five | OtherReplies::Won => {
            if let Some(five) = board.points(attacker, Threat::Five).first() {
                make(board, five, line);
            }
        }
    }
}

/// A legal reply that is not listed, one that stops a five if there is one.
fn any_reply(board: &Board, attacker: Side, answers: &Answers) -> Option<Point> {
    let fives = *board.points(attacker, Threat::Five);
    let defender = attacker.opponent();
    let listed = |point: &Point| answers.replies.iter().any(|reply| reply.point == *point);
    let others = *board.empty() - fives;
    fives
        .iter()
        .chain(others.iter())
        .find(|point| !listed(point) && !board.is_foul(defender, *point))
}
