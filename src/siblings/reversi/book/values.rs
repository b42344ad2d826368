//! Scores carried back from later positions of a book to earlier ones (minimax).

use std::collections::BTreeMap;

use super::entries::{Book, Entry, step};
use crate::board::{Board, Square, canonical};

/// The value of every position of a book for its side to move.
#[derive(Clone, Debug)]
pub(crate) struct Values(BTreeMap<Board, i8>);

impl Values {
    /// Works the values out. A move that leads to a position of the book is worth what that position is, any other what
    /// its search gave.
    pub(crate) fn of(book: &Book) -> Self {
        let mut values = Self(BTreeMap::new());
        let mut order: Vec<(Board, &Entry)> = book.iter().collect();
        // Every move leads to fewer empty squares.
        order.sort_by_key(|(board, _)| board.empties());
        for (board, entry) in order {
            let best = entry
                .moves
                .iter()
                .map(|&(square, score)| values.of_move(board, square, score));
            if let Some(best) = best.max() {
                values.0.insert(board, best);
            }
        }
        values
    }

    /// The value of a position in its least orientation.
    pub(crate) fn get(&self, board: Board) -> Option<i8> {
        self.0.get(&board).copied()
    }

    /// The value of a move whose search gave a score.
    pub(crate) fn of_move(&self, board: Board, square: Square, score: i8) -> i8 {
        let leads = step(board, square);
        let later = leads.and_then(|leads| leads.score(|next| self.get(next)));
        later.unwrap_or(score)
    }

    /// The moves of a position in any orientation with their values, best first. Nothing outside the book.
    pub(crate) fn moves(&self, book: &Book, board: Board) -> Option<(u8, Vec<(Square, i8)>)> {
        let (least, symmetry) = canonical(board);
        let entry = book.get(least)?;
        let mut moves: Vec<(Square, i8)> = entry
            .moves
            .iter()
            .map(|&(square, score)| (symmetry.square(square), self.of_move(least, square, score)))
            .collect();
        moves.sort_by_key(|&(square, value)| (-value, square));
        Some((entry.depth, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares_of;

    fn entry(board: Board, scores: &[i8]) -> Entry {
        let moves = squares_of(board.moves()).zip(scores.iter().copied());
        Entry {
            depth: 1,
            moves: moves.collect(),
        }
    }

    #[test]
    fn later_positions_go_before_searches() {
        let mut book = Book::default();
        let (start, _) = canonical(Board::START);
        assert!(book.insert(start, entry(start, &[2, 2, 2, 2])));
        assert_eq!(Values::of(&book).get(start), Some(2));
        let (after, _) = canonical(Board::START.play("f5".parse().unwrap()).unwrap());
        assert!(book.insert(after, entry(after, &[-3, 1, 0])));
        let values = Values::of(&book);
        assert_eq!((values.get(after), values.get(start)), (Some(1), Some(-1)));
    }

    #[test]
    fn moves_are_told_in_the_orientation_of_the_board() {
        let mut book = Book::default();
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let (least, _) = canonical(board);
        assert!(book.insert(least, entry(least, &[5, 1, 0])));
        let values = Values::of(&book);
        for first in ["f5", "e6", "d3", "c4"] {
            let board = Board::START.play(first.parse().unwrap()).unwrap();
            let (_, moves) = values.moves(&book, board).unwrap();
            assert_eq!(moves[0].1, 5);
            assert!(
                moves
                    .iter()
                    .all(|&(square, _)| board.play(square).is_some())
            );
        }
        assert!(values.moves(&book, Board::START).is_none());
    }
}
