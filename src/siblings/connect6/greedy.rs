//! Two weak players to measure against: one that counts windows and looks no turn ahead, and one that plays anywhere.

use kagetsu_kernel::rng::Rng;

use super::board::{Board, Stage};
use super::cover::{Cover, cover};
use super::engine::completing_turn;
use super::geometry::Cell;
use super::turn::Turn;

/// Completes a row, stops threats, and otherwise takes the cell of the highest gain, then the next; none if the game is
/// over.
pub(crate) fn greedy_turn(board: &Board) -> Option<Turn> {
    if board.stage() == Stage::One {
        return Some(Turn::One(best_cell(board)?));
    }
    if let Some(turn) = completing_turn(board) {
        return Some(turn);
    }
    let first = match cover(board, board.side().opponent()) {
        Cover::Two(pairs) => {
            let (a, b) = *pairs.first()?;
            return Turn::pair(a, b);
        }
        Cover::One(cells) => *cells.first()?,
        Cover::Zero | Cover::Lost => best_cell(board)?,
    };
    let mut after = board.clone();
    after.play(first);
    Turn::pair(first, best_cell(&after)?)
}

fn best_cell(board: &Board) -> Option<Cell> {
    let side = board.side();
    // Of equal cells the first.
    board.empties().min_by_key(|&cell| -board.gain(cell, side))
}

/// Any legal turn; none if the board is full.
pub(crate) fn random_turn(board: &Board, rng: &mut Rng) -> Option<Turn> {
    let mut empties: Vec<Cell> = board.empties().collect();
    rng.shuffle(&mut empties);
    match (board.stage(), empties.as_slice()) {
        (Stage::One, [one, ..]) => Some(Turn::One(*one)),
        (Stage::Two, [a, b, ..]) => Turn::pair(*a, *b),
        _ => None,
    }
}
