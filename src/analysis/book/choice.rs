//! A move from the book.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::Score;

use super::graph::{is_open, known_moves, value_of};
use crate::database::error::DatabaseError;
use crate::database::view::View;
use crate::search::a_move_earlier;

/// Moves count as equal that are so much worse than the best one at most, in units of the evaluation. Of proved wins only the
/// shortest do, of proved losses the longest.
pub const MARGIN: i32 = 15;

/// A move from the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub point: Point,
    /// The value for the player of the move.
    pub score: Score,
    /// The number of moves that count as equal to it, itself included.
    pub from: usize,
}

/// The moves of a position that the book has opened which are about as good as the best one. None where the book does not
/// know what follows.
///
/// # Errors
/// [`DatabaseError`] when the database cannot be read.
pub fn book_moves(view: &View, position: &Position) -> Result<Vec<BookMove>, DatabaseError> {
    let entry = view.get(position)?.unwrap_or_default();
    if !is_open(view, position, &entry)? {
        return Ok(Vec::new());
    }
    let known = known_moves(view, position)?.into_iter();
    let mut moves: Vec<(Point, Score)> = known
        .filter_map(|known| Some((known.point, a_move_earlier(value_of(&known.entry)?))))
        .collect();
    let best = moves.iter().map(|&(_, score)| score).max();
    let worst = best.map(|best| {
        if best.is_decided() {
            best
        } else {
            best - MARGIN
        }
    });
    moves.retain(|&(_, score)| worst.is_some_and(|worst| score >= worst));
    let from = moves.len();
    let book_move = |(point, score)| BookMove { point, score, from };
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
