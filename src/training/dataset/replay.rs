//! Replays a game of a dataset by its rule: every move must be legal, and the end must agree with the result.

use kagetsu_gomoku::board::{Board, Outcome};

use super::error::GameDefect;
use super::header::DatasetHeader;
use super::record::{TrainingGame, TrainingResult};

/// Replays the game on a board.
pub(super) fn check(game: &TrainingGame, header: &DatasetHeader) -> Result<(), GameDefect> {
    let mut board = Board::new(header.size, header.rule);
    let plies = game.plies.iter().map(|ply| ply.point);
    let moves: Vec<_> = game.opening.iter().copied().chain(plies).collect();
    for (index, &point) in moves.iter().enumerate() {
        let number = index + 1;
        let outcome = board
            .play(point)
            .map_err(|source| GameDefect::Illegal { number, source })?;
        let result = match outcome {
            Outcome::Running => continue,
            Outcome::Win(side) => TrainingResult::Win(side),
            Outcome::Draw => TrainingResult::Draw,
        };
        if number < moves.len() {
            return Err(GameDefect::AfterTheEnd(number));
        }
        if result != game.result {
            return Err(GameDefect::Contradiction);
        }
    }
    Ok(())
}
