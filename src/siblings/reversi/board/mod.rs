//! The board as the side to move sees it: its own discs and the other side's, 64 bits each.
//!
//! A [`Board`] knows no colours; [`Position`](super::record::Position) adds them. `moves` and `flips` hold the two
//! hot functions; `walker` is the slow referee that tests compare them with.

mod flips;
mod lines;
mod moves;
mod square;
mod symmetry;
#[cfg(test)]
pub(crate) mod walker;

pub(crate) use lines::{COLUMN_A, column_bits, last_flips};
pub(crate) use square::SQUARES;
pub use square::{SIDE, Square, SquareError, squares_of};
pub use symmetry::{Symmetry, canonical};

use std::fmt;

use kagetsu_kernel::rng::Rng;
use thiserror::Error;

/// Discs of the side to move and of the other side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    own: u64,
    other: u64,
}

/// Two halves that cannot lie on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are discs of both sides on {0}")]
pub struct OverlapError(Square);

impl Board {
    /// The start of a game, seen by Black: white discs on d4 and e5, black ones on d5 and e4.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

    /// A board from the discs of the side to move and those of the other side.
    ///
    /// # Errors
    /// If a square is in both.
    pub const fn new(own: u64, other: u64) -> Result<Self, OverlapError> {
        if own & other == 0 {
            Ok(Self { own, other })
        } else {
            Err(OverlapError(Square::lowest(own & other)))
        }
    }

    /// Discs of the side to move.
    #[inline]
    pub const fn own(self) -> u64 {
        self.own
    }

    /// Discs of the other side.
    #[inline]
    pub const fn other(self) -> u64 {
        self.other
    }

    /// Empty squares.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// Number of empty squares.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Squares where the side to move may play.
    #[inline]
    pub fn moves(self) -> u64 {
        moves::moves(self.own, self.other)
    }

    /// Discs that a move to an empty square flips; the empty set where the move is not legal.
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        flips::flips(square, self.own, self.other)
    }

    /// The board after a move, seen by the next side, given what the move flips.
    #[inline]
    #[must_use]
    pub const fn after(self, square: Square, flips: u64) -> Self {
        Self {
            own: self.other & !flips,
            other: self.own | flips | square.bit(),
        }
    }

    /// The board after a move, if the move is legal.
    pub fn play(self, square: Square) -> Option<Self> {
        if self.empty() & square.bit() == 0 {
            return None;
        }
        let flips = self.flips(square);
        (flips != 0).then(|| self.after(square, flips))
    }

    /// Any of the moves; nothing where there is none.
    pub(crate) fn random_move(self, rng: &mut Rng) -> Option<Square> {
        let moves = self.moves();
        squares_of(moves).nth(rng.below((moves.count_ones() as usize).max(1)))
    }

    /// The board after any of the moves, or after a pass where there is none.
    pub(crate) fn after_random(self, rng: &mut Rng) -> Self {
        self.random_move(rng)
            .and_then(|square| self.play(square))
            .unwrap_or_else(|| self.passed())
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// Is there no move for either side?
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// The score of a finished game for the side to move: the difference of discs, the empty squares counted for
    /// the winner; even, from -64 to 64.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let own = self.own.count_ones() as i32;
        let other = self.other.count_ones() as i32;
        let lead = own - other;
        lead + lead.signum() * (SQUARES as i32 - own - other)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let sign = if self.own & square.bit() != 0 {
                'X'
            } else if self.other & square.bit() != 0 {
                'O'
            } else {
                '-'
            };
            write!(f, "{sign}")?;
        }
        write!(f, " X")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of all densities: each square is own, other or empty with varying odds.
    fn random_boards(seed: u64, count: usize) -> impl Iterator<Item = Board> {
        let mut rng = Rng::new(seed);
        (0..count).map(move |_| {
            let mut discs = rng.next_u64();
            if rng.below(2) == 0 {
                discs |= rng.next_u64();
            }
            let own = discs & rng.next_u64();
            Board::new(own, discs & !own).unwrap()
        })
    }

    #[test]
    fn moves_and_flips_are_those_of_the_walker() {
        for board in random_boards(1, 20_000) {
            assert_eq!(board.moves(), walker::moves(board), "{board:?}");
            for square in squares_of(board.empty()) {
                let expected = walker::flips(board, square);
                assert_eq!(board.flips(square), expected, "{square} {board:?}");
            }
        }
    }

    #[test]
    fn the_last_move_is_counted_as_it_is_flipped() {
        let mut rng = Rng::new(2);
        for _ in 0..20_000 {
            let square = Square::new(rng.below(SQUARES)).unwrap();
            let own = rng.next_u64() & !square.bit();
            let board = Board::new(own, !own & !square.bit()).unwrap();
            let flips = board.flips(square).count_ones() as i32;
            assert_eq!(last_flips(square, own), flips, "{square} {board:?}");
        }
    }

    #[test]
    fn a_move_adds_its_flips_and_one_to_its_side_and_takes_the_flips_from_the_other() {
        for board in random_boards(3, 2_000) {
            for square in squares_of(board.moves()) {
                let flipped = board.flips(square).count_ones();
                let next = board.play(square).unwrap();
                assert_eq!(
                    next.other.count_ones(),
                    board.own.count_ones() + flipped + 1
                );
                assert_eq!(next.own.count_ones(), board.other.count_ones() - flipped);
            }
        }
    }

    #[test]
    fn empty_squares_count_for_the_winner() {
        let score = |own, other| Board::new(own, other).unwrap().final_score();
        assert_eq!(score(7, 8), 64 - 2);
        assert_eq!(score(1, 0b110), -(64 - 2));
        assert_eq!(score(1, 2), 0);
        assert_eq!(score(u64::MAX, 0), 64);
        assert_eq!(score(0, 1), -64);
    }

    #[test]
    fn halves_that_share_a_square_are_refused() {
        assert!(Board::new(3, 2).is_err());
    }
}
