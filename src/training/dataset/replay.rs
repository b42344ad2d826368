//! Playing a game of a dataset by its rule: is every move legal, and does the end fit the result?

use kagetsu_gomoku::board::{Board, Outcome};

use super::error::GameFault;
use super::header::DatasetHeader;
use super::record::{GameRecord, GameResult};

/// Plays the game on a board.
pub(super) fn check(game: &GameRecord, header: &DatasetHeader) -> Result<(), GameFault> {
    let mut board = Board::new(header.size, header.rule);
    let plies = game.plies.iter().map(|ply| ply.point);
    let moves: Vec<_> = game.opening.iter().copied().chain(plies).collect();
    for (index, &point) in moves.iter().enumerate() {
        let number = index + 1;
        let outcome = board
            .play(point)
            .map_err(|source| GameFault::Illegal { number, source })?;
        let result = match outcome {
            Outcome::Running => continue,
            Outcome::Win(side) => GameResult::Win(side),
            Outcome::Draw => GameResult::Draw,
        };
        if number < moves.len() {
            return Err(GameFault::AfterTheEnd(number));
        }
        if result != game.result {
            return Err(GameFault::Contradiction);
        }
    }
    Ok(())
}
