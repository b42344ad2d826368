//! A move from the book.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;

use super::entry_value::value_of;
use super::graph::is_open;
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

/// A move for a position that the book has opened, one of those that are about as good as the best; the number decides
/// which. `None` where the book does not know what follows.
///
/// # Errors
/// [`DatabaseError`] when the database cannot be read.
pub fn book_move(
    view: &View,
    position: &Position,
    choice: u64,
) -> Result<Option<BookMove>, DatabaseError> {
    if !is_open(view, position, view.get(position)?.as_ref())? {
        return Ok(None);
    }
    let mut moves = Vec::new();
    for known in view.moves(position)? {
        moves.extend(value_of(&known.entry).map(|value| (known.point, -value)));
    }
    let Some(best) = moves.iter().map(|&(_, value)| value).max() else {
        return Ok(None);
    };
    moves.retain(|&(_, value)| value >= best - MARGIN);
    let place = usize::try_from(choice % moves.len() as u64).unwrap_or_default();
    let from = moves.len();
    let (point, value) = moves[place];
    Ok(Some(BookMove { point, value, from }))
}
