//! Tests of how the engine spends the time of a match. The test clock advances with every reading, so nothing here
//! waits, and the same search takes the same time everywhere.

use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::Engine;
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::TimeControl;
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;
use kagetsu_test_support::oracle::winner_after;
use kagetsu_test_support::searching::{engine_that_looks, from_now, think};

/// A game begins with these moves.
const OPENING: &str = "h8 i9 e5";
/// Plies that one match's time must last for.
const PLIES: usize = 60;
/// What a look at the clock takes; the search looks once in a few hundred positions.
const LOOK: Duration = Duration::from_micros(500);

/// A position of freestyle 15x15 after these moves.
fn played(moves: &str) -> Result<Position, String> {
    parse_position(moves, &ReadOptions::default()).map_err(|error| error.to_string())
}

/// The engine's move, and the time that passes until it.
fn timed(
    engine: &mut Engine,
    position: &Position,
    time: TimeControl,
) -> Result<(Point, Duration), String> {
    let limits = from_now(engine, time);
    let thought = think(engine, position, &limits)?;
    let spent = engine.clock().now().saturating_sub(limits.started);
    Ok((thought.best, spent))
}

#[test]
fn the_time_of_a_match_lasts_for_a_long_game() -> Result<(), String> {
    let second = Duration::from_secs(1);
    let controls = [
        (None, second, Duration::ZERO),
        (None, second / 2, second / 200),
        (Some(second / 6), second, Duration::ZERO),
    ];
    for (turn, whole, increment) in controls {
        let mut engines = [engine_that_looks(LOOK, 1), engine_that_looks(LOOK, 1)];
        let mut left = [whole; 2];
        let mut position = played(OPENING)?;
        // When a game ends before, the next one goes on with the same time.
        for ply in 0..PLIES {
            let side = ply % 2;
            let time = TimeControl {
                turn,
                match_left: Some(left[side]),
                increment,
            };
            let (best, spent) = timed(&mut engines[side], &position, time)?;
            assert!(turn.is_none_or(|turn| spent < turn), "{time:?}: {spent:?}");
            let rest = left[side].checked_sub(spent).filter(|rest| !rest.is_zero());
            left[side] = rest.ok_or_else(|| format!("{time:?}: {spent:?}"))? + increment;
            if winner_after(&position, best).is_some() {
                position = played(OPENING)?;
            } else {
                position.play(best).map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(())
}

#[test]
fn a_clear_choice_takes_less_of_a_match_than_an_open_one() -> Result<(), String> {
    let time = TimeControl {
        turn: None,
        match_left: Some(Duration::from_secs(8)),
        increment: Duration::ZERO,
    };
    let spent = |positions: [&str; 3]| -> Result<Duration, String> {
        let mut sum = Duration::ZERO;
        for moves in positions {
            sum += timed(&mut engine_that_looks(LOOK, 1), &played(moves)?, time)?.1;
        }
        Ok(sum)
    };
    // In the first positions few moves answer what threatens: one stands out.
    let clear = spent([
        "h8 i9 h10 h9 g9 i11 f10 e11",
        "h8 i9 i8 g8 j8",
        "h8 i8 h9 h10 i9 g7 j9",
    ])?;
    let open = spent(["h8 h9 g10 i8 f9", "h8 i10 j7", "h8 i9 g9 g10 f8"])?;
    assert!(clear * 3 < open * 2, "{clear:?}, {open:?}");
    Ok(())
}
