//! What a position must be before a move is looked for.

use kagetsu_gomoku::board::{Position, winning_stones};

use super::error::CommandError;

/// Refuses a position in which somebody has won.
pub(super) fn refuse_finished(position: &Position) -> Result<(), CommandError> {
    match winning_stones(position) {
        Some((side, _)) => Err(CommandError::input(format!(
            "the game is over: {side} has a winning row"
        ))),
        None => Ok(()),
    }
}
