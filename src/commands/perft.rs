//! `perft`: counts move sequences, to compare the rules with other implementations.

use std::io::Write;

use crate::board::Position;
use crate::kernel::{Clock, WallClock};

use super::error::CommandError;
use super::referee;
use super::thinking::nodes_per_second;

/// Prints the number of sequences of legal moves for every length up to `depth`.
pub(super) fn run(
    position: &Position,
    depth: u32,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    writeln!(
        out,
        "{} on {}, {} to move",
        position.rule(),
        position.size(),
        position.side_to_move()
    )?;
    for depth in 1..=depth {
        let clock = WallClock::start();
        let count = count(position, depth);
        let elapsed = clock.now();
        let speed = nodes_per_second(count, elapsed);
        writeln!(
            out,
            "depth {depth}: {count} ({} ms, {speed} per second)",
            elapsed.as_millis()
        )?;
    }
    Ok(())
}

/// The number of sequences of exactly `depth` legal moves. A winning move ends the game, so it can only be the last
/// one of a sequence.
fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = referee::legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .filter_map(|point| referee::after(position, point))
        .map(|next| count(&next, depth - 1))
        .sum()
}
