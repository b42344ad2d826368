//! Tests on boards that are full, or nearly so: everything can be tried, and rules may leave no legal move.

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, EngineError, Thought};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Score, SearchLimits, StopSignal};
use kagetsu_test_support::oracle::legal_moves;
use kagetsu_test_support::play::{rectangle, square};
use kagetsu_test_support::searching::{depth, engine, picture, think};

use super::search::{all_sizes, short_limits};

/// What the engine answers where there may be no legal move.
fn answer(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
) -> Result<Thought, EngineError> {
    engine.think(
        position,
        limits,
        &StopSignal::new(),
        &mut NullSearchObserver,
    )
}

/// The exact score by trying everything. Nobody wins where a side has no legal move.
fn exact(board: &mut Board, ply: usize) -> Score {
    let mut best = None;
    for point in *board.empty() {
        let Ok(outcome) = board.play(point) else {
            continue;
        };
        let score = match outcome {
            Outcome::Win(_) => Score::win_in(ply + 1),
            Outcome::Draw => Score::ZERO,
            Outcome::Running => -exact(board, ply + 1),
        };
        board.unmake();
        best = best.max(Some(score));
    }
    best.unwrap_or(Score::ZERO)
}

/// Boards filled at random up to a few free points, with either side to move. Nobody has won yet.
fn nearly_full(rule: Rule, free: usize, count: usize) -> Vec<Position> {
    let sizes = [square(5), square(6), rectangle(5, 7), rectangle(7, 6)];
    let mut rng = Rng::new(free as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let size = sizes[rng.below(sizes.len())];
        let mut board = Board::new(size, rule);
        let mut position = Position::new(size, rule);
        while board.empty_count() > free {
            let mover = board.side_to_move();
            let playable: Vec<Point> = board
                .empty()
                .iter()
                .filter(|&point| board.threat(mover, point) < Threat::Five)
                .collect();
            if playable.is_empty() {
                break;
            }
            let point = playable[rng.below(playable.len())];
            board.make(point);
            if position.play(point).is_err() {
                break;
            }
        }
        if board.empty_count() == free {
            for side in Side::BOTH {
                position.set_side_to_move(side);
                found.push(position.clone());
            }
        }
    }
    found
}

#[test]
fn scores_on_nearly_full_boards_are_true() -> Result<(), String> {
    let mut decided = 0;
    for rule in Rule::ALL {
        for free in 1..=7 {
            for position in nearly_full(rule, free, 50) {
                if legal_moves(&position).is_empty() {
                    continue;
                }
                let truth = exact(&mut Board::from_position(&position), 0);
                let Thought { best, report, .. } = think(&mut engine(1), &position, &depth(20))?;
                let what = || {
                    format!(
                        "{best:?} {:?}, truly {truth:?}: {}",
                        report.score,
                        picture(&position)
                    )
                };
                decided += usize::from(truth.is_decided());
                if truth.is_decided() {
                    // A win may be found that is not the shortest, never one that is too short.
                    assert_eq!(report.score.is_win(), truth.is_win(), "{}", what());
                    assert_eq!(report.score.is_loss(), truth.is_loss(), "{}", what());
                    assert!(report.score.distance() >= truth.distance(), "{}", what());
                } else if !rule.black_forbidden() {
                    assert_eq!(report.score, Score::ZERO, "{}", what());
                } else {
                    // Black may have been left without a legal move, which no rule gives a score.
                    assert!(!report.score.is_decided(), "{}", what());
                }
            }
        }
    }
    assert!(decided > 10, "{decided} decided positions are too few");
    Ok(())
}

#[test]
fn the_last_legal_points_are_found_and_forbidden_ones_never_played() {
    let (mut few, mut none) = (0, 0);
    for free in 1..=6 {
        for position in nearly_full(Rule::Renju, free, 400) {
            let legal = legal_moves(&position);
            if position.side_to_move() == Side::White || legal.len() == free {
                continue;
            }
            let mut engine = engine(1);
            for limits in short_limits(&engine) {
                let answer = answer(&mut engine, &position, &limits);
                match answer {
                    Ok(thought) => {
                        assert!(
                            legal.contains(thought.best),
                            "{:?}: {}",
                            thought.best,
                            picture(&position)
                        );
                        few += 1;
                    }
                    Err(error) => {
                        assert_eq!(error, EngineError::NoLegalMove);
                        assert!(legal.is_empty(), "{}", picture(&position));
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(
        few > 100 && none > 10,
        "{few} positions with few moves, {none} with none"
    );
}

#[test]
fn a_full_board_has_no_move() {
    for rule in Rule::ALL {
        for size in all_sizes() {
            let mut position = Position::new(size, rule);
            for place in size.points() {
                assert_eq!(position.block(place), Ok(()));
            }
            let mut engine = engine(1);
            for limits in short_limits(&engine) {
                let answer = answer(&mut engine, &position, &limits);
                assert_eq!(answer.err(), Some(EngineError::NoLegalMove));
            }
        }
    }
}
