//! A move from the book.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;

use super::graph::{is_open, value_of};
use crate::database::error::DatabaseError;
use crate::database::view::View;

/// Moves count as equal that are so much worse than the best one at most, in units of the evaluation.
pub const MARGIN: i32 = 15;

/// A move from the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub point: Point,
    /// The value for the player of the move, in units of the evaluation.
    pub value: i32,
    /// The number of moves that count as equal to it, itself included.
    pub from: usize,
}

/// The moves of a position that the book has opened which are about as good as the best one. None where the book does not
/// know what follows.
///
/// # Errors
/// [`DatabaseError`] when the database cannot be read.
pub fn book_moves(view: &View, position: &Position) -> Result<Vec<BookMove>, DatabaseError> {
    if !is_open(view, position, view.get(position)?.as_ref())? {
        return Ok(Vec::new());
    }
    let mut moves = Vec::new();
    for known in view.moves(position)? {
        moves.extend(value_of(&known.entry).map(|value| (known.point, -value)));
    }
    let best = moves.iter().map(|&(_, value)| value).max();
    moves.retain(|&(_, value)| best.is_some_and(|best| value >= best - MARGIN));
    let from = moves.len();
    let book_move = |(point, value)| BookMove { point, value, from };
    Ok(moves.into_iter().map(book_move).collect())
}

/// One of the moves of [`book_moves`]; the number decides which.
///
/// # Errors
/// [`DatabaseError`] when the database cannot be read.
pub fn book_move(
    view: &View,
    position: &Position,
    choice: u64,
) -> Result<Option<BookMove>, DatabaseError> {
    let moves = book_moves(view, position)?;
    let place = choice.checked_rem(moves.len() as u64).unwrap_or_default();
    Ok(moves
        .get(usize::try_from(place).unwrap_or_default())
        .copied())
}
