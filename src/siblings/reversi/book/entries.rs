//! The positions of a book and their moves.

use std::collections::BTreeMap;

use crate::board::{Board, Square, canonical, squares_of};

/// What a book knows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Plies of the searches behind the scores, the move itself included.
    pub depth: u8,
    /// Every legal move with the score that its search gave, a difference of discs for the side to move.
    pub moves: Vec<(Square, i8)>,
}

/// Positions and what is known of them. Each is kept in the least of its four orientations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Book {
    entries: BTreeMap<Board, Entry>,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The other side moves; its scores are negated.
    Turn(Board),
    /// The other side must pass, and the same side moves again.
    Again(Board),
    /// The game is over with this score for the side that moved.
    Over(i8),
}

impl Step {
    /// The next position, unless the game is over.
    pub(crate) const fn board(self) -> Option<Board> {
        match self {
            Self::Turn(board) | Self::Again(board) => Some(board),
            Self::Over(_) => None,
        }
    }

    /// The score for the side that moved, where `score` gives that of the next position for its side to move.
    pub(crate) fn score(self, score: impl FnOnce(Board) -> Option<i8>) -> Option<i8> {
        match self {
            Self::Turn(board) => score(board).map(|score| -score),
            Self::Again(board) => score(board),
            Self::Over(score) => Some(score),
        }
    }
}

/// Where a legal move leads, boards in their least orientation.
pub(crate) fn step(board: Board, square: Square) -> Option<Step> {
    let next = board.play(square)?;
    Some(if next.moves() != 0 {
        Step::Turn(canonical(next).0)
    } else if next.passed().moves() != 0 {
        Step::Again(canonical(next.passed()).0)
    } else {
        Step::Over((-next.final_score()) as i8)
    })
}

impl Book {
    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no position?
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All positions in their least orientation, in the order of their bits.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (Board, &Entry)> {
        self.entries.iter().map(|(&board, entry)| (board, entry))
    }

    /// What is known of a position in its least orientation.
    pub(crate) fn get(&self, board: Board) -> Option<&Entry> {
        self.entries.get(&board)
    }

    /// Adds a position. False, and nothing is added, unless the board is in its least orientation and the moves are
    /// its legal ones in the order of their squares.
    pub(crate) fn insert(&mut self, board: Board, entry: Entry) -> bool {
        let listed = entry.moves.iter().map(|&(square, _)| square);
        let fits = canonical(board).0 == board
            && board.moves() != 0
            && squares_of(board.moves()).eq(listed)
            && entry
                .moves
                .iter()
                .all(|(_, score)| (-64..=64).contains(score));
        if fits {
            self.entries.insert(board, entry);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_entries_in_their_least_orientation_are_taken() {
        let (start, _) = canonical(Board::START);
        let moves: Vec<(Square, i8)> = squares_of(start.moves())
            .map(|square| (square, 0))
            .collect();
        let entry = Entry { depth: 1, moves };
        let mut book = Book::default();
        let mut short = entry.clone();
        short.moves.pop();
        assert!(!book.insert(start, short));
        let after = start.play(entry.moves[0].0).unwrap();
        assert!(!book.insert(after, entry.clone()));
        assert!(book.insert(start, entry));
        assert_eq!(book.len(), 1);
    }

    #[test]
    fn a_step_knows_passes_and_the_end() {
        let board = |signs: &str| {
            let text = format!("{signs}{} X", "-".repeat(64 - signs.len()));
            let position: crate::record::Position = text.parse().unwrap();
            position.board()
        };
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(step(board("-OX"), square("a1")), Some(Step::Over(64)));
        assert_eq!(step(board("-OX"), square("h8")), None);
        assert!(matches!(
            step(Board::START, square("f5")),
            Some(Step::Turn(_))
        ));
        // After a1 White has no move, and Black may still play e1.
        assert!(matches!(
            step(board("-OXO-"), square("a1")),
            Some(Step::Again(_))
        ));
    }
}
