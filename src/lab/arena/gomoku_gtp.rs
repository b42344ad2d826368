//! What is said to an engine that plays Gomoku by GTP.

use std::time::Duration;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::record::{GameResult, Reason, Remark};
use kagetsu_protocol::gtp::vertex;

use super::first_request::parse_gtp;
use super::gtp_lines::{RESIGN, command, genmove, letter, options_and_time};
use super::seats::{End, Seats};

/// The command that sets the rule. Engines of one rule, or of one that is chosen when they start, do not know it.
const SET_RULE: &str = "kata-set-rules";

/// Begins a game.
pub(crate) fn begin(
    seat: usize,
    rule: Rule,
    size: BoardSize,
    seats: &mut Seats<'_>,
) -> Result<(), End> {
    seats.greet(seat)?;
    command(seat, seats, &format!("boardsize {}", size.width()))?;
    command(seat, seats, "clear_board")?;
    // An engine that does not know this command either plays the rule that it was started for.
    let known = format!("known_command {SET_RULE}");
    let answer = seats.confirm(seat, &[known], parse_gtp)?;
    if answer.is_ok_and(|answer| answer == "true") {
        command(seat, seats, &format!("{SET_RULE} {rule}"))?;
    }
    options_and_time(seat, seats)
}

/// Tells an engine the moves that it does not know, and asks for the next one of a side. The game ends where it gives up.
pub(crate) fn ask(
    seat: usize,
    news: &[(Side, Point)],
    mover: Side,
    seats: &mut Seats<'_>,
) -> Result<(Point, Duration, Remark), End> {
    let size = seats.settings().size;
    for &(of, point) in news {
        let name = vertex::name(point, size);
        command(seat, seats, &format!("play {} {name}", letter(of)))?;
    }
    let (text, took, remark) = genmove(seat, mover, seats)?;
    if text.eq_ignore_ascii_case(RESIGN) {
        let winner = GameResult::win(mover.opponent());
        return Err(End::Regular(winner, Reason::Resigned));
    }
    let point = vertex::parse(&text, size).map_err(|_| End::by_no_move(seat, &text))?;
    Ok((point, took, remark))
}
