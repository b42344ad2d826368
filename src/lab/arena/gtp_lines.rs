//! The lines of GTP from the manager's side, the same in every game: commands that must be accepted, moves and clocks.

use std::time::Duration;

use kagetsu_kernel::Side;
use kagetsu_notation::record::Remark;

use super::first_request::parse_gtp;
use super::protocol::Protocol;
use super::seats::{End, Seats};

/// The answer of an engine that gives up.
pub(crate) const RESIGN: &str = "resign";

/// A side.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'b',
        Side::White => 'w',
    }
}

/// Sends a command that must be accepted. Returns the answer.
pub(crate) fn command(seat: usize, seats: &mut Seats<'_>, command: &str) -> Result<String, End> {
    let answer = seats.confirm(seat, &[command.to_string()], parse_gtp)?;
    answer.map_err(|error| End::by_refused(seat, &format!("'{command}'"), &error))
}

/// Sends the options of an engine, each as a command, and its limits in time.
pub(crate) fn options_and_time(seat: usize, seats: &mut Seats<'_>) -> Result<(), End> {
    for (key, value) in &seats.spec(seat).options {
        command(seat, seats, &format!("{key} {value}"))?;
    }
    if let Some(line) = time_settings(seat, seats) {
        // An engine that keeps no time may refuse it.
        seats.confirm(seat, &[line], parse_gtp)?.ok();
    }
    Ok(())
}

/// Asks for the next move of a side, after the time that is left, if limits are told.
pub(crate) fn genmove(
    seat: usize,
    side: Side,
    seats: &mut Seats<'_>,
) -> Result<(String, Duration, Remark), End> {
    let side = letter(side);
    if let Some(left) = time_left(seat, seats) {
        let line = format!("time_left {side} {left}");
        seats.confirm(seat, &[line], parse_gtp)?.ok();
    }
    let (answer, took, remark) = seats.ask(seat, &[format!("genmove {side}")], parse_gtp)?;
    let text = answer.map_err(|error| End::by_refused(seat, "genmove", &error))?;
    Ok((text, took, remark))
}

/// The limits in time, in whole seconds. `None` for a limit that is shorter or absent.
fn time_settings(seat: usize, seats: &Seats<'_>) -> Option<String> {
    let clock = seats.spec(seat).clock_in(seats.settings());
    match (clock.turn, clock.game) {
        (Some(turn), _) if Protocol::Gtp.tells_limit(turn) => {
            Some(format!("time_settings 0 {} 1", turn.as_secs()))
        }
        (None, Some(game)) if Protocol::Gtp.tells_limit(game) => {
            Some(format!("time_settings {} 0 0", game.as_secs()))
        }
        _ => None,
    }
}

/// The time left in whole seconds and the number of moves that it is for, if limits are told. No number is told where
/// the time is for the rest of the game.
fn time_left(seat: usize, seats: &Seats<'_>) -> Option<String> {
    time_settings(seat, seats)?;
    let left = seats.clock(seat).limit()?.as_secs();
    let clock = seats.spec(seat).clock_in(seats.settings());
    Some(format!("{left} {}", u8::from(clock.turn.is_some())))
}
