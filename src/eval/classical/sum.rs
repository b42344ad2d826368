//! The sum over all empty points, kept up to date with every change of a code.

use crate::board::code::CODE_SPACE;
use crate::board::{Board, BoardObserver, Code, Rule, Side};
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::mask::threat_mask;
use super::numbers::{WORTH_PARTS, class_pair};
use super::values::{Pair, Values, embedded_values};

/// The sums of both sides, with their history for undo.
#[derive(Clone, Debug)]
pub struct Classical {
    values: Values,
    sums: [Pair; 2],
    earlier: Vec<[Pair; 2]>,
}

impl Classical {
    /// An evaluation for a rule by the tables that the program was built with, without a board yet.
    pub fn new(rule: Rule) -> Self {
        Self::with(embedded_values(rule).clone())
    }

    /// An evaluation by tables of one's own, without a board yet.
    pub fn with(values: Values) -> Self {
        Self {
            values,
            sums: [Pair::default(); 2],
            earlier: Vec::with_capacity(512),
        }
    }

    #[inline]
    fn worth(&self, side: Side, code: Code) -> Pair {
        self.values.of(side).worth[code as usize % CODE_SPACE]
    }
}

impl BoardObserver for Classical {
    #[inline]
    fn begin(&mut self) {
        self.earlier.push(self.sums);
    }

    #[inline]
    fn gain(&mut self, side: Side, _point: Point, code: Code) {
        self.sums[side.index()] = self.sums[side.index()].plus(self.worth(side, code));
    }

    #[inline]
    fn lose(&mut self, side: Side, _point: Point, code: Code) {
        self.sums[side.index()] = self.sums[side.index()].minus(self.worth(side, code));
    }

    #[inline]
    fn change(&mut self, side: Side, _point: Point, from: Code, to: Code) {
        let sum = self.sums[side.index()]
            .plus(self.worth(side, to))
            .minus(self.worth(side, from));
        self.sums[side.index()] = sum;
    }

    #[inline]
    fn undo(&mut self) {
        self.sums = self.earlier.pop().unwrap_or_default();
    }
}

impl Evaluator for Classical {
    fn refresh(&mut self, board: &Board) {
        self.sums = [Pair::default(); 2];
        self.earlier.clear();
        board.introduce(self);
    }

    fn evaluate(&self, board: &Board) -> i32 {
        let mover = board.side_to_move();
        let waiter = mover.opponent();
        let values = self.values.of(mover);
        let parts = self.sums[mover.index()].mover() - self.sums[waiter.index()].waiter();
        (parts + WORTH_PARTS / 2).div_euclid(WORTH_PARTS)
            + i32::from(values.tempo)
            + i32::from(values.masks[threat_mask(board)])
    }

    #[inline]
    fn promise(&self, board: &Board, point: Point) -> i32 {
        let mover = board.side_to_move();
        let waiter = mover.opponent();
        let attack = self.values.of(mover).attack[board.code(mover, point) as usize % CODE_SPACE];
        let defence =
            self.values.of(waiter).defence[board.code(waiter, point) as usize % CODE_SPACE];
        let pair = class_pair(board.threat(mover, point), board.threat(waiter, point));
        i32::from(attack) + i32::from(defence) + i32::from(self.values.of(mover).pairs[pair])
    }
}
