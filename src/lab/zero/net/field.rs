//! The cells of a board in memory: row by row, with a border of empty cells round the board, so that no convolution has to
//! look where the board ends.

use std::ops::Range;

use crate::game::Game;

/// The place of a board's cells among numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
}

impl Field {
    /// The board of a game.
    pub fn of<G: Game>(game: &G) -> Self {
        Self {
            columns: game.columns(),
            rows: game.cells() / game.columns(),
        }
    }

    /// Columns with the border.
    const fn width(self) -> usize {
        self.columns + 2
    }

    /// Number of cells, without the border.
    pub const fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// Number of places, with the border.
    pub const fn places(self) -> usize {
        self.width() * (self.rows + 2)
    }

    /// The place of a cell.
    pub const fn place(self, cell: usize) -> usize {
        (cell / self.columns + 1) * self.width() + cell % self.columns + 1
    }

    /// The nine steps from a place to itself and those round it, so that the step of a number is the opposite of that of
    /// eight less the number.
    pub(super) const fn steps(self) -> [isize; 9] {
        let width = self.width() as isize;
        [
            -width - 1,
            -width,
            -width + 1,
            -1,
            0,
            1,
            width - 1,
            width,
            width + 1,
        ]
    }

    /// The numbers of the cells of each row, with so many for each cell. What lies between them belongs to the border.
    #[inline]
    pub(super) fn rows(self, channels: usize) -> impl Iterator<Item = Range<usize>> {
        let numbers = self.columns * channels;
        (0..self.rows).map(move |row| {
            let first = self.place(row * self.columns) * channels;
            first..first + numbers
        })
    }
}
