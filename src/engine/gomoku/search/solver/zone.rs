//! The relevance zone of a win by fours (T. Thomsen, "Lambda-search in game trees, with application to Go", 2000): the
//! points where a stone of the defender, put there first, might spoil it. The zone is an estimate. That a reply elsewhere
//! loses is proved when the certificate is made.

use crate::board::Board;
use crate::board::defence::SHAPE_REACH;
use crate::geometry::{BoardSize, Direction, Point, PointSet};

use super::super::threat_space::forcing::four_points;
use super::certificate::{Attack, OtherReplies};

/// The relevance zone of an attack by fours. The attacker is to move, and the attack was found on this board.
pub(super) fn relevance_zone(board: &mut Board, attack: &Attack) -> PointSet {
    let mut zone = PointSet::EMPTY;
    gather(board, attack, &mut zone);
    zone
}

fn gather(board: &mut Board, attack: &Attack, zone: &mut PointSet) {
    let attacker = board.side_to_move();
    let defender = attacker.opponent();
    // A stone that makes a four before the attack, or with its replies, interrupts it.
    *zone |= four_points(board, defender);
    zone.insert(attack.point);
    if attack.answers.rest == OtherReplies::Won {
        return;
    }
    board.make(attack.point);
    *zone |= board.five_spoilers(attacker);
    if attack.answers.replies.is_empty() && board.rule().may_foul(defender) {
        gather_escapes(board, zone);
    }
    for reply in &attack.answers.replies {
        zone.insert(reply.point);
        board.make(reply.point);
        gather(board, &reply.attack, zone);
        board.unmake();
    }
    board.unmake();
}

/// The defender may not stop the five because the points for it are forbidden: adds the points where one more stone
/// would make one of them legal.
fn gather_escapes(board: &mut Board, zone: &mut PointSet) {
    let defender = board.side_to_move();
    let stops = board.five_defences(defender.opponent());
    for stop in stops {
        for escape in lines_through(stop, board.size()) {
            if !board.is_empty(escape) || zone.contains(escape) {
                continue;
            }
            board.make(escape);
            let legal = !board.is_foul(defender, stop);
            board.unmake();
            if legal {
                zone.insert(escape);
            }
        }
    }
}

/// The points of the board within reach of a point on its four lines.
fn lines_through(point: Point, size: BoardSize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x() as isize, point.y() as isize);
    Direction::ALL.into_iter().flat_map(move |direction| {
        let (dx, dy) = direction.delta();
        (-SHAPE_REACH..=SHAPE_REACH)
            .filter(|&steps| steps != 0)
            .filter_map(move |steps| {
                let x = usize::try_from(x + steps * dx).ok()?;
                let y = usize::try_from(y + steps * dy).ok()?;
                size.point(x, y)
            })
    })
}
