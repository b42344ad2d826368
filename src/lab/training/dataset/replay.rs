//! Replays a game of a dataset by its rule: every move must be legal, and the end must agree with the result. So must the
//! moves to the positions from the trees of its searches.

use kagetsu_gomoku::board::{Board, Outcome};

use super::error::GameDefect;
use super::header::DatasetHeader;
use super::record::{TrainingGame, TrainingResult, TreePosition};

/// Replays the game on a board.
pub(super) fn check(game: &TrainingGame, header: &DatasetHeader) -> Result<(), GameDefect> {
    let mut board = Board::new(header.size, header.rule);
    let plies = game.plies.iter().map(|ply| ply.point);
    let moves: Vec<_> = game.opening.iter().copied().chain(plies).collect();
    let mut tree = game.tree.iter().peekable();
    for (index, &point) in moves.iter().enumerate() {
        let number = index + 1;
        while let Some(position) =
            tree.next_if(|position| position.start + game.opening.len() <= index)
        {
            check_tree_position(position, &board, number)?;
        }
        let outcome = board.play(point).map_err(GameDefect::illegal(number))?;
        let result = match outcome {
            Outcome::Running => continue,
            Outcome::Win(side) => TrainingResult::Win(side),
            Outcome::Draw => TrainingResult::Draw,
        };
        if number < moves.len() {
            return Err(GameDefect::after_the_end(number));
        }
        if result != game.result {
            return Err(GameDefect::new("its last move contradicts its result"));
        }
    }
    Ok(())
}

/// Plays the moves of a position from the tree of move `number`, before which the board stands, and its best move.
fn check_tree_position(
    position: &TreePosition,
    board: &Board,
    number: usize,
) -> Result<(), GameDefect> {
    let mut board = board.clone();
    let illegal = GameDefect::illegal(number);
    for &point in &position.moves {
        if board.play(point).map_err(&illegal)? != Outcome::Running {
            return Err(GameDefect::after_the_end(number));
        }
    }
    board.play(position.choice.point).map_err(illegal)?;
    Ok(())
}
