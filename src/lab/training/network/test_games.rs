//! Games for tests. They come from no search. Moves that make threats are preferred, so that many pattern codes occur.

use crate::dataset::{Alternative, TrainingGame, TrainingMove, TrainingResult};
use kagetsu_gomoku::board::{Board, Outcome, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::rng::Rng;

/// Number of random moves of the opening.
const OPENING: usize = 4;
/// Number of random candidates from which a move is chosen.
const TRIES: usize = 12;

/// The board that the games begin on.
pub(super) fn empty(rule: Rule) -> Board {
    Board::new(BoardSize::square(15).expect("a legal size"), rule)
}

/// Games by a rule. The score of a move follows the threat classes of its point.
pub(super) fn games(rule: Rule, count: usize) -> Vec<TrainingGame> {
    let mut rng = Rng::new(7);
    (0..count).map(|_| game(rule, &mut rng)).collect()
}

fn game(rule: Rule, rng: &mut Rng) -> TrainingGame {
    let mut board = empty(rule);
    let mut opening = Vec::new();
    while opening.len() < OPENING {
        let point = Point::at(5 + rng.below(5), 5 + rng.below(5));
        if board.is_empty(point) {
            board.make(point);
            opening.push(point);
        }
    }
    let mut plies = Vec::new();
    let mut result = TrainingResult::Draw;
    while board.empty_count() > 120 {
        let (point, value) = choose(&board, rng);
        let several = rng.below(3) == 0;
        let other = |score: i16| Alternative { point, score };
        plies.push(TrainingMove {
            is_best: rng.below(8) > 0,
            alternatives: Vec::from_iter(several.then(|| other(value * 10 - 60))),
            ..TrainingMove::best(point, value * 10 - 60)
        });
        match board.play(point) {
            Ok(Outcome::Win(side)) => {
                result = TrainingResult::Win(side);
                break;
            }
            Ok(Outcome::Running) => {}
            Ok(Outcome::Draw) | Err(_) => break,
        }
    }
    TrainingGame {
        opening,
        plies,
        tree: Vec::new(),
        result,
        scored: true,
    }
}

/// The move with the greatest sum of threat classes for both sides among a few random legal ones, and that sum.
fn choose(board: &Board, rng: &mut Rng) -> (Point, i16) {
    let side = board.side_to_move();
    let points: Vec<Point> = board.candidates().iter().collect();
    let mut best = (points[0], -1);
    for _ in 0..TRIES {
        let point = points[rng.below(points.len())];
        let classes = [side, side.opponent()].map(|side| board.threat(side, point) as i16);
        let value = classes.into_iter().sum();
        if value > best.1 && !board.is_foul(side, point) {
            best = (point, value);
        }
    }
    best
}
