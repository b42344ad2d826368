//! Tests of balancing moves: they are legal and allowed, nearer to the wanted score than most, and found within the limits.

use std::time::Duration;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{Balance, BalanceCount, BalanceQuestion, Engine, EngineError};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::RootFilter;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::oracle::legal_moves;
use kagetsu_test_support::play::{Game, square};
use kagetsu_test_support::searching::{engine, engine_that_looks, from_now, nodes, picture, think};

const COUNTS: [BalanceCount; 2] = [BalanceCount::One, BalanceCount::Two];

fn position(rule: Rule, side: usize, stones: usize, seed: u64) -> Position {
    Game::new(square(side), rule, 0, 40, seed)
        .until(stones)
        .position
}

fn ask(
    engine: &mut Engine,
    position: &Position,
    count: BalanceCount,
    bias: i32,
    filter: &RootFilter,
    limits: &SearchLimits,
) -> Result<Balance, EngineError> {
    engine.balance(&BalanceQuestion {
        position,
        filter,
        count,
        bias,
        limits,
        stop: &StopSignal::new(),
    })
}

/// The position after the stones, each of which must be legal and allowed.
fn after(position: &Position, stones: &[Point], filter: &RootFilter) -> Position {
    let mut position = position.clone();
    for &stone in stones {
        let is_fine = legal_moves(&position).contains(stone) && filter.allows(stone);
        assert!(is_fine, "{stone:?}: {}", picture(&position));
        position.play(stone).expect("a legal move");
    }
    position
}

#[test]
fn balancing_stones_are_legal_and_allowed_under_any_limits() {
    for rule in Rule::ALL {
        for (side, stones) in [(15, 0), (15, 5), (7, 20), (6, 30)] {
            let position = position(rule, side, stones, 40);
            let mut excluded = PointSet::EMPTY;
            for count in COUNTS {
                for limits in [nodes(1), nodes(3000)] {
                    let filter = RootFilter::without(excluded);
                    let balance = ask(&mut engine(1), &position, count, 0, &filter, &limits)
                        .expect("there are legal moves");
                    assert_eq!(balance.stones.len(), count as usize + 1);
                    after(&position, &balance.stones, &filter);
                    excluded.insert(balance.stones[0]);
                }
            }
        }
    }
}

#[test]
fn scores_after_the_stones_are_near_the_bias_on_average() -> Result<(), String> {
    /// Greatest mean distance of the reported scores from the bias.
    const REPORTED: i32 = 40;
    /// Greatest mean distance of the scores of another search from the bias.
    const SEARCHED: i32 = 80;
    let (mut reported, mut searched, mut questions) = (0, 0, 0);
    for (seed, bias) in (7..19).zip([0, 100, -100].into_iter().cycle()) {
        let position = position(Rule::Freestyle, 15, 4, seed);
        for count in COUNTS {
            let all = RootFilter::ALL;
            let balance = ask(&mut engine(1), &position, count, bias, &all, &nodes(60_000))
                .map_err(|error| error.to_string())?;
            let after = after(&position, &balance.stones, &all);
            let other = think(&mut engine(1), &after, &nodes(20_000))?;
            let score = balance.score.ok_or("no score")?;
            reported += (score.value() - bias).abs();
            searched += (other.report.score.value() - bias).abs();
            questions += 1;
        }
    }
    assert!(reported < REPORTED * questions, "{reported} in {questions}");
    assert!(searched < SEARCHED * questions, "{searched} in {questions}");
    Ok(())
}

#[test]
fn the_answer_comes_in_time() {
    const LOOK: Duration = Duration::from_millis(5);
    const SLACK: Duration = Duration::from_millis(200);
    let position = position(Rule::Renju, 15, 3, 8);
    for (time, longest) in [
        (TimeControl::UNLIMITED, Duration::from_secs(10)),
        (
            TimeControl::per_move(Duration::from_secs(1)),
            Duration::from_secs(1),
        ),
        (TimeControl::per_move(Duration::ZERO), Duration::ZERO),
    ] {
        let mut engine = engine_that_looks(LOOK, 1);
        let limits = from_now(&engine, time);
        let balance = ask(
            &mut engine,
            &position,
            BalanceCount::Two,
            0,
            &RootFilter::ALL,
            &limits,
        )
        .expect("there are legal moves");
        assert!(balance.elapsed <= longest + SLACK, "{:?}", balance.elapsed);
    }
}

#[test]
fn without_an_allowed_move_the_question_is_refused() {
    let position = position(Rule::Freestyle, 15, 3, 9);
    let filter = RootFilter::without(legal_moves(&position));
    for count in COUNTS {
        let refused = ask(&mut engine(1), &position, count, 0, &filter, &nodes(100));
        assert_eq!(refused, Err(EngineError::AllExcluded));
    }
}
