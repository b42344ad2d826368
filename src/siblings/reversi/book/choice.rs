//! A move of a book for play.

use kagetsu_kernel::rng::Rng;

use super::entries::Book;
use super::values::Values;
use crate::board::{Board, Square};

/// A book that is played from.
#[derive(Debug)]
pub(crate) struct Choice {
    book: Book,
    values: Values,
    variety: u8,
    rng: Rng,
}

impl Choice {
    /// Plays from a book. Moves that are worth at most `variety` discs less than the best one are all played, at random;
    /// the seed determines which.
    pub(crate) fn new(book: Book, variety: u8, seed: u64) -> Self {
        Self {
            values: Values::of(&book),
            book,
            variety,
            rng: Rng::new(seed),
        }
    }

    /// A move for a position, if the book holds it, with its value for the side to move, in discs, and the plies of the
    /// searches of the position.
    pub(crate) fn choose(&mut self, board: Board) -> Option<(Square, i8, u8)> {
        let (depth, moves) = self.values.moves(&self.book, board)?;
        let (_, best) = *moves.first()?;
        let least = i32::from(best) - i32::from(self.variety);
        let good = moves
            .iter()
            .take_while(|(_, value)| i32::from(*value) >= least)
            .count();
        let &(square, value) = moves.get(self.rng.below(good.max(1)))?;
        Some((square, value, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::super::entries::Entry;
    use super::*;
    use crate::board::{canonical, squares_of};

    fn choice(variety: u8, seed: u64) -> Choice {
        let board = canonical(Board::START.play("f5".parse().unwrap()).unwrap()).0;
        let scores = [0, -1, -8];
        let moves = squares_of(board.moves()).zip(scores).collect();
        let mut book = Book::default();
        assert!(book.insert(board, Entry { depth: 9, moves }));
        Choice::new(book, variety, seed)
    }

    #[test]
    fn variety_is_bounded_and_depends_on_the_seed_alone() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let played = |variety, seed| -> Vec<i8> {
            let mut choice = choice(variety, seed);
            (0..20).map(|_| choice.choose(board).unwrap().1).collect()
        };
        assert_eq!(played(0, 1), [0; 20]);
        assert_eq!(played(1, 1), played(1, 1));
        assert_ne!(played(1, 1), played(1, 2));
        assert!(played(1, 3).contains(&-1) && !played(1, 3).contains(&-8));
        assert_eq!(choice(1, 1).choose(Board::START), None);
    }
}
