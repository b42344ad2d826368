//! What the network sees of a board.

use super::super::bits::CellSet;
use super::super::geometry::{CELLS, Cell};
use super::codes::{LineCodes, empty_codes};
use kagetsu_kernel::Side;

/// The lines through every cell, the stones, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct View<'a> {
    /// By cell: the codes of its lines.
    pub(in super::super) codes: &'a [LineCodes; CELLS],
    /// The cells with a stone.
    pub(in super::super) occupied: CellSet,
    /// The side to move.
    pub(in super::super) side: Side,
}

impl View<'_> {
    /// Is the cell empty, and does it see a stone?
    #[inline]
    pub(super) fn is_seen(&self, cell: Cell) -> bool {
        let index = cell.index();
        self.codes[index] != empty_codes()[index] && !self.occupied.contains(index)
    }

    /// The empty cells that see a stone.
    pub(in super::super) fn seen_cells(&self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(|&cell| self.is_seen(cell))
    }

    /// The lines through a cell.
    #[inline]
    pub(in super::super) const fn codes_of(&self, cell: Cell) -> LineCodes {
        self.codes[cell.index()]
    }
}
