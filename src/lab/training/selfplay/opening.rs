//! Openings of self-play games.
//!
//! There are several kinds, so that the network learns the middle of the board and its edges, balanced positions and
//! lopsided ones.
//!
//! | kind | share | random stones | last stone |
//! |---|---|---|---|
//! | close | 25 % | 2 to 8 in a box of 5 to 7 points a side, in the middle | balances |
//! | wide | 20 % | 2 to 8 in a box of 8 to 11 points a side, in the middle | balances |
//! | edge | 30 % | 2 to 8 in a box of 5 to 8 points a side, at most 2 points from an edge | balances |
//! | anywhere | 15 % | 2 to 8 in a box of 5 to 8 points a side at any place, or anywhere on the board | balances |
//! | lopsided | 10 % | 3 to 9 in a box of 5 to 9 points a side at any place | random |
//!
//! Many openings lie near edges because tournaments begin many games at edges and in corners, mostly on large boards.
//!
//! The balancing stone is the best of [`TRIED`] random points: the one after which the score comes nearest to a level.
//! The level is chosen at random within [`LEVEL`] units of zero. After the opening no side can make five or an open
//! four, and a search of [`VERIFY_NODES`] nodes must give a score that is not decided and inside the bounds of the
//! kind.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::{Board, Outcome, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::Score;
use kagetsu_kernel::rng::Rng;

use super::chance::{happens, uniform, weighted_index};
use super::thinker::Thinker;

/// Number of balancing stones that are tried.
const TRIED: usize = 10;
/// Nodes to search for each of them.
const TRY_NODES: u64 = 250;
/// Nodes to search for the score that accepts or rejects the opening.
const VERIFY_NODES: u64 = 2000;
/// Greatest magnitude of the level to aim at, in evaluation units.
const LEVEL: usize = 150;
/// Accepted magnitudes of the score of a balanced opening, in evaluation units.
const BALANCED: RangeInclusive<u32> = 0..=400;
/// Accepted magnitudes of the score of a lopsided opening, in evaluation units.
const LOPSIDED: RangeInclusive<u32> = 150..=800;
/// Attempts after which no opening is expected on this board: on some small boards any few stones decide the game.
const ATTEMPTS: usize = 500;

/// The kinds and their shares in percent.
const KINDS: [(Kind, usize); 6] = [
    (Kind::Close, 25),
    (Kind::Wide, 20),
    (Kind::Edge, 30),
    (Kind::AnyBox, 7),
    (Kind::Scattered, 8),
    (Kind::Lopsided, 10),
];

const STONES: RangeInclusive<usize> = 2..=8;
const LOPSIDED_STONES: RangeInclusive<usize> = 3..=9;
const CLOSE_WIDTH: RangeInclusive<usize> = 5..=7;
const WIDE_WIDTH: RangeInclusive<usize> = 8..=11;
const EDGE_WIDTH: RangeInclusive<usize> = 5..=8;
const LOPSIDED_WIDTH: RangeInclusive<usize> = 5..=9;
/// Number of points between an edge and a box near it.
const EDGE_DISTANCE: RangeInclusive<usize> = 0..=2;
/// Chance of one of two edges, or of one of two directions.
const EITHER_PERCENT: usize = 50;

/// A kind of opening. The kind "anywhere" of the table is `AnyBox` or `Scattered`.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Close,
    Wide,
    Edge,
    AnyBox,
    Scattered,
    Lopsided,
}

/// A plan for an opening.
struct Plan {
    /// Where random stones are put.
    points: Vec<Point>,
    stones: usize,
    /// Score to aim at after the balancing stone, for the side that moves next. `None` if there is no such stone.
    level: Option<i32>,
    bounds: RangeInclusive<u32>,
}

/// Makes an opening, and returns its stones and the board with them. `None` after [`ATTEMPTS`] attempts, or on a stop.
pub(super) fn make_opening(
    size: BoardSize,
    rule: Rule,
    rng: &mut Rng,
    thinker: &mut Thinker,
) -> Option<(Vec<Point>, Board)> {
    for _ in 0..ATTEMPTS {
        if thinker.is_stopped() {
            return None;
        }
        let board = Board::new(size, rule);
        let made = attempt(board, plan(size, rng), rng, thinker);
        if made.is_some() {
            return made;
        }
    }
    None
}

fn plan(size: BoardSize, rng: &mut Rng) -> Plan {
    let (kind, _) = KINDS[weighted_index(rng, &KINDS.map(|(_, share)| share))];
    let points = match kind {
        Kind::Close => middle_box(size, uniform(rng, CLOSE_WIDTH)),
        Kind::Wide => middle_box(size, uniform(rng, WIDE_WIDTH)),
        Kind::Edge => near_edge(size, uniform(rng, EDGE_WIDTH), rng),
        Kind::AnyBox => at_any_place(size, uniform(rng, EDGE_WIDTH), rng),
        Kind::Scattered => size.points().collect(),
        Kind::Lopsided => at_any_place(size, uniform(rng, LOPSIDED_WIDTH), rng),
    };
    if matches!(kind, Kind::Lopsided) {
        return Plan {
            points,
            stones: uniform(rng, LOPSIDED_STONES),
            level: None,
            bounds: LOPSIDED,
        };
    }
    Plan {
        points,
        stones: uniform(rng, STONES),
        level: Some(rng.below(2 * LEVEL + 1) as i32 - LEVEL as i32),
        bounds: BALANCED,
    }
}

/// The points of a square that lies near one of the four edges and anywhere along it.
fn near_edge(size: BoardSize, width: usize, rng: &mut Rng) -> Vec<Point> {
    let (last_x, last_y) = last_places(size, width);
    let near = |last: usize, rng: &mut Rng| {
        let distance = uniform(rng, EDGE_DISTANCE).min(last);
        let far_edge = happens(rng, EITHER_PERCENT);
        if far_edge { last - distance } else { distance }
    };
    let along_a_row = happens(rng, EITHER_PERCENT);
    let (x, y) = if along_a_row {
        (rng.below(last_x + 1), near(last_y, rng))
    } else {
        (near(last_x, rng), rng.below(last_y + 1))
    };
    Square { x, y, width }.points(size)
}

/// The points of a square at a random place.
fn at_any_place(size: BoardSize, width: usize, rng: &mut Rng) -> Vec<Point> {
    let (last_x, last_y) = last_places(size, width);
    let square = Square {
        x: rng.below(last_x + 1),
        y: rng.below(last_y + 1),
        width,
    };
    square.points(size)
}

/// The last column and the last row where a square can begin.
fn last_places(size: BoardSize, width: usize) -> (usize, usize) {
    let last = |length: usize| length.saturating_sub(width);
    (last(size.width()), last(size.height()))
}

/// A square, by its first column and row.
struct Square {
    x: usize,
    y: usize,
    width: usize,
}

impl Square {
    /// Its points on the board.
    fn points(&self, size: BoardSize) -> Vec<Point> {
        let columns = self.x..self.x + self.width;
        let rows = self.y..self.y + self.width;
        size.points()
            .filter(|point| columns.contains(&point.x()) && rows.contains(&point.y()))
            .collect()
    }
}

/// The points of a square in the middle of the board; all of the board if the square is larger.
pub fn middle_box(size: BoardSize, width: usize) -> Vec<Point> {
    let first = |length: usize| length.saturating_sub(width).div_ceil(2);
    let square = Square {
        x: first(size.width()),
        y: first(size.height()),
        width,
    };
    square.points(size)
}

/// Carries out a plan on an empty board.
fn attempt(
    mut board: Board,
    mut plan: Plan,
    rng: &mut Rng,
    thinker: &mut Thinker,
) -> Option<(Vec<Point>, Board)> {
    let mut stones = Vec::with_capacity(plan.stones + 1);
    while stones.len() < plan.stones {
        let point = rng.take(&mut plan.points)?;
        match board.play(point) {
            Ok(Outcome::Running) => stones.push(point),
            Ok(_) => return None,
            // A forbidden point; another one may do.
            Err(_) => {}
        }
    }
    if let Some(level) = plan.level {
        let point = balancing_stone(&board, level, rng, thinker)?;
        board.play(point).ok()?;
        stones.push(point);
    }
    if !is_quiet(&board) {
        return None;
    }
    let score = score(&board, VERIFY_NODES, thinker)?;
    let far = score.value().unsigned_abs();
    let good = !score.is_decided() && plan.bounds.contains(&far);
    good.then_some((stones, board))
}

/// The balancing stone: of a few random points near the stones, the one after which the score of the side to move comes
/// nearest to the level. `None` if none is acceptable.
fn balancing_stone(
    board: &Board,
    level: i32,
    rng: &mut Rng,
    thinker: &mut Thinker,
) -> Option<Point> {
    let mut points: Vec<Point> = board.candidates().iter().collect();
    let mut best: Option<(u32, Point)> = None;
    for _ in 0..TRIED {
        let Some(point) = rng.take(&mut points) else {
            break;
        };
        let mut after = board.clone();
        if after.play(point) != Ok(Outcome::Running) || !is_quiet(&after) {
            continue;
        }
        let score = score(&after, TRY_NODES, thinker)?;
        let distance = score.value().abs_diff(level);
        if !score.is_decided() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, point));
        }
    }
    let near = best.filter(|(distance, _)| BALANCED.contains(distance));
    near.map(|(_, point)| point)
}

fn score(board: &Board, nodes: u64, thinker: &mut Thinker) -> Option<Score> {
    let lines = thinker.think(board, nodes, 1);
    lines.first().map(|&(_, score)| score)
}

/// True if no side can make five or an open four with one stone.
fn is_quiet(board: &Board) -> bool {
    Side::BOTH.into_iter().all(|side| {
        board.count(side, Threat::Five) == 0 && board.count(side, Threat::OpenFour) == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_kernel::StopSignal;

    #[test]
    fn the_box_lies_in_the_middle() {
        for (length, width, first, end) in [
            (15, 9, 3, 11),
            (15, 1, 7, 7),
            (20, 5, 8, 12),
            (20, 4, 8, 11),
            (15, 99, 0, 14),
        ] {
            let size = BoardSize::square(length).expect("a legal size");
            let points = middle_box(size, width);
            assert_eq!(points.len(), width.min(length).pow(2));
            assert_eq!(points[0], Point::at(first, first));
            assert_eq!(points[points.len() - 1], Point::at(end, end));
        }
    }

    #[test]
    fn squares_lie_on_the_board() {
        let size = BoardSize::new(15, 6).expect("a legal size");
        assert_eq!(middle_box(size, 5).len(), 25);
        assert_eq!(middle_box(size, 9).len(), 9 * 6);
        assert_eq!(middle_box(size, 5)[0], Point::at(5, 1));
        let square = Square {
            x: 12,
            y: 4,
            width: 5,
        };
        assert_eq!(square.points(size).len(), 3 * 2);
    }

    #[test]
    fn squares_near_edges_reach_them_all() {
        let size = BoardSize::square(20).expect("a legal size");
        let mut rng = Rng::numbered(5, 0);
        let mut edges = [0; 4];
        for width in std::iter::repeat_n(EDGE_WIDTH, 50).flatten() {
            let points = near_edge(size, width, &mut rng);
            assert_eq!(points.len(), width * width);
            let (first, last) = (points[0], points[points.len() - 1]);
            let gaps = [first.x(), first.y(), 19 - last.x(), 19 - last.y()];
            assert!(gaps.iter().any(|gap| EDGE_DISTANCE.contains(gap)));
            for (count, gap) in edges.iter_mut().zip(gaps) {
                *count += usize::from(gap == 0);
            }
        }
        assert!(edges.iter().all(|&count| count > 10), "{edges:?}");
    }

    #[test]
    fn openings_are_legal_quiet_and_of_many_kinds() {
        for rule in Rule::ALL {
            let size = BoardSize::square(15).expect("a legal size");
            let mut thinker = Thinker::new(StopSignal::new());
            let (mut outside, mut even) = (0, 0);
            for game in 0..12 {
                let mut rng = Rng::numbered(3, game);
                let made = make_opening(size, rule, &mut rng, &mut thinker);
                let (stones, board) = made.expect("an opening");
                let mut again = Board::new(size, rule);
                for &point in &stones {
                    assert_eq!(again.play(point), Ok(Outcome::Running));
                }
                assert!(again.key() == board.key() && is_quiet(&again));
                let box_of_nine = |point: &Point| size.centre().distance(*point) <= 4;
                outside += usize::from(!stones.iter().all(box_of_nine));
                even += usize::from(stones.len().is_multiple_of(2));
            }
            assert!(outside > 0 && even > 0, "{rule}: {outside} {even}");
        }
    }
}
