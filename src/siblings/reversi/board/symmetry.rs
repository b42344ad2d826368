//! The four symmetries of the start position. Each of them undoes itself.

use super::Board;
use super::square::{SIDE, Square, squares_of};

/// A symmetry that leaves the start position as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Mirrored at the diagonal from a1 to h8.
    Falling,
    /// Mirrored at the diagonal from a8 to h1.
    Rising,
    /// Turned by half a turn.
    Turned,
}

impl Symmetry {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Identity, Self::Falling, Self::Rising, Self::Turned];

    /// Where a square goes.
    pub fn square(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let last = SIDE - 1;
        let moved = match self {
            Self::Identity => Some(square),
            Self::Falling => Square::at(row, column),
            Self::Rising => Square::at(last - row, last - column),
            Self::Turned => Square::at(last - column, last - row),
        };
        // Columns and rows stay below eight.
        moved.unwrap_or(square)
    }

    fn half(self, half: u64) -> u64 {
        match self {
            Self::Identity => half,
            Self::Turned => half.reverse_bits(),
            Self::Falling | Self::Rising => {
                squares_of(half).fold(0, |set, square| set | self.square(square).bit())
            }
        }
    }

    /// The board after the symmetry.
    pub fn board(self, board: Board) -> Board {
        Board {
            own: self.half(board.own),
            other: self.half(board.other),
        }
    }
}

/// The least of the four boards that are symmetric to a board, and the symmetry that leads to it.
pub fn canonical(board: Board) -> (Board, Symmetry) {
    Symmetry::ALL
        .into_iter()
        .map(|symmetry| (symmetry.board(board), symmetry))
        .min_by_key(|&(board, _)| board)
        .unwrap_or((board, Symmetry::Identity))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_keeps_the_start_and_undoes_itself() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.board(Board::START), Board::START);
            assert_eq!(symmetry.board(symmetry.board(board)), board);
            for square in Square::all() {
                assert_eq!(symmetry.square(symmetry.square(square)), square);
                assert_eq!(symmetry.half(square.bit()), symmetry.square(square).bit());
            }
        }
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let boards: Vec<Board> = ["f5", "d3", "c4", "e6"]
            .into_iter()
            .map(|name| Board::START.play(name.parse().unwrap()).unwrap())
            .map(|board| canonical(board).0)
            .collect();
        assert!(boards.iter().all(|&board| board == boards[0]));
    }
}
