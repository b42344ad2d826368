//! The rules by walking from square to square, slowly: the referee of the fast functions in tests and benches.

use super::{Board, Square, squares_of};

const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

fn neighbour(square: Square, columns: isize, rows: isize) -> Option<Square> {
    Square::at(
        square.column().checked_add_signed(columns)?,
        square.row().checked_add_signed(rows)?,
    )
}

/// The discs that a move flips in one direction.
fn walk(board: Board, from: Square, direction: (isize, isize)) -> u64 {
    let (columns, rows) = direction;
    let mut flipped = 0;
    let mut at = from;
    while let Some(next) = neighbour(at, columns, rows) {
        if board.own() & next.bit() != 0 {
            return flipped;
        }
        if board.other() & next.bit() == 0 {
            return 0;
        }
        flipped |= next.bit();
        at = next;
    }
    0
}

/// The discs that a move to an empty square flips.
pub(crate) fn flips(board: Board, square: Square) -> u64 {
    DIRECTIONS.into_iter().fold(0, |flipped, direction| {
        flipped | walk(board, square, direction)
    })
}

/// The squares where the side to move may play.
pub(crate) fn moves(board: Board) -> u64 {
    squares_of(board.empty())
        .filter(|&square| flips(board, square) != 0)
        .fold(0, |found, square| found | square.bit())
}
