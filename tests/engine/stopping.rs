//! Tests that no part of a search runs on for long after the clock or the stop signal has ended it.

use std::time::Duration;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::searching::{depth, engine, engine_that_looks, from_now, think};

/// Positions that may be visited after the end.
const FEW: u64 = 2000;

/// 22x22 with ten threes of Black's at the sides, each with room for a four and none near another: very many sequences
/// of fours, and no win among them.
fn many_fours() -> Position {
    let size = BoardSize::square(22).expect("a legal size");
    let mut position = Position::new(size, Rule::Freestyle);
    for y in (0..22).step_by(5) {
        for x in [0, 1, 2, 19, 20, 21] {
            position
                .place(Point::at(x, y), Side::Black)
                .expect("the points are distinct");
        }
    }
    position
}

#[test]
fn the_root_search_by_fours_would_take_long() -> Result<(), String> {
    let thought = think(&mut engine(1), &many_fours(), &depth(1))?;
    assert!(thought.report.nodes > 20 * FEW, "{}", thought.report.nodes);
    Ok(())
}

#[test]
fn the_root_search_by_fours_ends_with_the_stop_signal() -> Result<(), String> {
    let stop = StopSignal::new();
    stop.raise();
    let thought = engine(1)
        .think(
            &many_fours(),
            &SearchLimits::default(),
            &stop,
            &mut NullSearchObserver,
        )
        .map_err(|error| error.to_string())?;
    assert!(thought.report.nodes < FEW, "{}", thought.report.nodes);
    Ok(())
}

#[test]
fn the_root_search_by_fours_ends_with_the_clock() -> Result<(), String> {
    let mut engine = engine_that_looks(Duration::from_millis(100), 1);
    let limits = from_now(&engine, TimeControl::per_move(Duration::from_millis(300)));
    let thought = think(&mut engine, &many_fours(), &limits)?;
    assert!(thought.report.nodes < FEW, "{}", thought.report.nodes);
    Ok(())
}
