//! Checks of the limits of time and memory.

use std::time::Duration;

use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::engine::config::DEFAULT_MEMORY;
use kagetsu_kernel::MIB;

use super::conversation::{Failure, Subject};
use super::examinee::{Examinee, TURN, position};

/// A middle-game position without an obvious move.
const MIDDLE_GAME: &str = "h8i8g9g7i10j11h10h11f8";
/// Longest time for a move when the limit is zero.
const AT_ONCE: Duration = Duration::from_millis(250);

fn middle_game() -> Result<(String, Board), Failure> {
    position(Rule::Freestyle, MIDDLE_GAME)
}

/// The limit for a move is kept.
pub(super) fn turn(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let (request, board) = middle_game()?;
    for limit in [TURN, TURN * 2] {
        examinee
            .0
            .say(&format!("INFO timeout_turn {}", limit.as_millis()));
        examinee.move_within(&request, &mut board.clone(), limit)?;
    }
    Ok(())
}

/// A limit of zero asks for a move at once.
pub(super) fn zero(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let (request, mut board) = middle_game()?;
    examinee.0.say("INFO timeout_turn 0");
    examinee.move_within(&request, &mut board, AT_ONCE)?;
    Ok(())
}

/// The time left for the game is kept, even where the limit for a move is longer.
pub(super) fn game(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let (request, board) = middle_game()?;
    examinee
        .0
        .say("INFO timeout_match 3000\nINFO timeout_turn 3000");
    for left in [1000, 400, 150] {
        examinee.0.say(&format!("INFO time_left {left}"));
        let limit = Duration::from_millis(left);
        examinee.move_within(&request, &mut board.clone(), limit)?;
    }
    Ok(())
}

/// The memory stays within what is allowed.
pub(super) fn memory(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let (request, mut board) = middle_game()?;
    let limit = TURN * 2;
    examinee.0.say(&format!(
        "INFO max_memory {DEFAULT_MEMORY}\nINFO timeout_turn {}",
        limit.as_millis()
    ));
    examinee.move_within(&request, &mut board, limit)?;
    let used = examinee.0.tree().usage().unwrap_or_default().memory;
    if used > DEFAULT_MEMORY {
        let (used, allowed) = (used.div_ceil(MIB), DEFAULT_MEMORY / MIB);
        return Err(format!("uses {used} MiB of {allowed} MiB"));
    }
    Ok(())
}
