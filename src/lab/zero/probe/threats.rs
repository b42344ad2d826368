//! What threatens in a position, found by trying every cell: for games of one stone a turn.

use std::collections::BTreeSet;

use kagetsu_kernel::Side;

use crate::game::{Cell, Connect, Game, Rules, makes_row, near_in_rows};

/// The stones of a position; either side may have the next one.
#[derive(Clone, Debug)]
pub(super) struct Stones {
    rules: Rules,
    cells: Vec<Option<Side>>,
}

impl Stones {
    pub(super) fn of(game: &Connect) -> Self {
        let cells = 0..game.cells() as Cell;
        Self {
            rules: *game.rules(),
            cells: cells.map(|cell| game.stone(cell)).collect(),
        }
    }

    pub(super) fn put(&mut self, cell: Cell, side: Side) {
        self.cells[cell as usize] = Some(side);
    }

    pub(super) fn take(&mut self, cell: Cell) {
        self.cells[cell as usize] = None;
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.cells[cell as usize].is_none()
    }

    pub(super) fn empty(&self) -> Vec<Cell> {
        let cells = 0..self.cells.len() as Cell;
        cells.filter(|&cell| self.is_empty(cell)).collect()
    }

    /// The empty cells of the rows through a cell, as far as a row with it can reach.
    pub(super) fn empty_in_rows(&self, cell: Cell) -> Vec<Cell> {
        let near = near_in_rows(&self.rules, cell, self.rules.row - 1);
        near.filter(|&cell| self.is_empty(cell)).collect()
    }

    fn completes(&self, cell: Cell, side: Side) -> bool {
        makes_row(&self.rules, cell, |cell| {
            self.cells[cell as usize] == Some(side)
        })
    }

    /// The cells on which a side would complete a row now.
    pub(super) fn winning(&self, side: Side) -> Vec<Cell> {
        let cells = self.empty().into_iter();
        cells.filter(|&cell| self.completes(cell, side)).collect()
    }

    /// The cells on which a side would complete a row if it had a stone on a cell, where it has none without that stone.
    fn winning_after(&mut self, cell: Cell, side: Side) -> Vec<Cell> {
        self.put(cell, side);
        let near: BTreeSet<Cell> = self.empty_in_rows(cell).into_iter().collect();
        let cells = near.into_iter();
        let winning = cells.filter(|&cell| self.completes(cell, side)).collect();
        self.take(cell);
        winning
    }

    /// Those of some empty cells on which a side would threaten to complete a row on two cells at once. It must have no cell
    /// on which it completes one now.
    pub(super) fn double_threats(&mut self, cells: &[Cell], side: Side) -> Vec<Cell> {
        let mut is_double = |cell| self.winning_after(cell, side).len() >= 2;
        let cells = cells.iter().copied();
        cells.filter(|&cell| is_double(cell)).collect()
    }

    /// Is there a cell on which a side would threaten to complete a row?
    pub(super) fn can_threaten(&mut self, side: Side) -> bool {
        let mut cells = self.empty().into_iter();
        cells.any(|cell| !self.winning_after(cell, side).is_empty())
    }

    /// Does the side to move win by threats to complete a row alone, with so many of them at most?
    pub(super) fn wins_by_fours(&mut self, side: Side, threats: u32) -> bool {
        if !self.winning(side).is_empty() {
            return true;
        }
        if threats == 0 {
            return false;
        }
        let cells = match self.winning(side.opponent()).as_slice() {
            [] => self.empty(),
            // It must block, and its block must threaten.
            [only] => vec![*only],
            _ => return false,
        };
        cells.into_iter().any(|cell| {
            let winning = self.winning_after(cell, side);
            let &[block] = winning.as_slice() else {
                return winning.len() > 1;
            };
            self.put(cell, side);
            self.put(block, side.opponent());
            let wins = self.wins_by_fours(side, threats - 1);
            self.take(block);
            self.take(cell);
            wins
        })
    }
}
