//! Games of Reversi for the checks: positions to begin with, and an opponent.

use std::time::Duration;

use kagetsu_reversi::board::squares_of;
use kagetsu_reversi::record::{Game, Ply, Position, parse_moves};

use super::super::sibling_lines::{ReversiChoice, reversi_choice};
use super::conversation::Failure;
use kagetsu_kernel::quote;

/// Longest time for a move where the engine decides how long it thinks.
pub(super) const MOVE_PATIENCE: Duration = Duration::from_secs(60);
/// A position of the opening, White to move.
pub(super) const OPENING: &str = "f5d6c3d3c4";
/// Moves after which Black has no move and must pass.
pub(super) const BEFORE_PASS: &str = "e6f6c4e7e8d8g6f8";

/// The game of some moves from the start.
pub(super) fn game_of(moves: &str) -> Result<Game, Failure> {
    parse_moves(Position::START, moves).map_err(|error| error.to_string())
}

/// The opponent's move: the first that is legal, or a pass.
pub(super) fn reply(game: &Game) -> Ply {
    let moves = game.position().board().moves();
    squares_of(moves).next().map_or(Ply::Pass, Ply::Move)
}

/// Plays the move that an engine has answered. `None` when it gives up.
pub(super) fn play(game: &mut Game, text: &str) -> Result<Option<Ply>, Failure> {
    match reversi_choice(text) {
        None => Err(format!("'{}' is no move", quote(text))),
        Some(ReversiChoice::Resign) => Ok(None),
        Some(ReversiChoice::Play(ply)) => match game.play(ply) {
            Ok(()) => Ok(Some(ply)),
            Err(error) => Err(format!("the move {} is illegal: {error}", quote(text))),
        },
    }
}

/// Plays a move of the examiner.
pub(super) fn make(game: &mut Game, ply: Ply) -> Result<(), Failure> {
    game.play(ply).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        let running = |moves| game_of(moves).expect("legal moves").position();
        assert!(running(BEFORE_PASS).must_pass());
        assert!(!running(OPENING).must_pass());
    }
}
