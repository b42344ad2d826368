//! The sum over all empty points, kept up to date with every change of a code.

use crate::board::threat::CODE_SPACE;
use crate::board::{Board, BoardObserver, Code, Rule, Side};
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::weights::{TEMPO, Values, values};

/// Black's sum minus White's, with its history for undo.
#[derive(Clone, Debug)]
pub struct Classical {
    values: &'static Values,
    sum: i32,
    earlier: Vec<i32>,
}

impl Classical {
    /// An evaluation for a rule, without a board yet.
    pub fn new(rule: Rule) -> Self {
        Self {
            values: values(rule),
            sum: 0,
            earlier: Vec::with_capacity(512),
        }
    }

    #[inline]
    fn worth(&self, side: Side, code: Code) -> i32 {
        i32::from(self.values[side.index()][code as usize % CODE_SPACE])
    }

    #[inline]
    const fn add(&mut self, side: Side, worth: i32) {
        match side {
            Side::Black => self.sum += worth,
            Side::White => self.sum -= worth,
        }
    }
}

impl BoardObserver for Classical {
    #[inline]
    fn begin(&mut self) {
        self.earlier.push(self.sum);
    }

    #[inline]
    fn gain(&mut self, side: Side, _point: Point, code: Code) {
        self.add(side, self.worth(side, code));
    }

    #[inline]
    fn lose(&mut self, side: Side, _point: Point, code: Code) {
        self.add(side, -self.worth(side, code));
    }

    #[inline]
    fn change(&mut self, side: Side, _point: Point, from: Code, to: Code) {
        self.add(side, self.worth(side, to) - self.worth(side, from));
    }

    #[inline]
    fn undo(&mut self) {
        self.sum = self.earlier.pop().unwrap_or_default();
    }
}

impl Evaluator for Classical {
    fn refresh(&mut self, board: &Board) {
        self.sum = 0;
        self.earlier.clear();
        board.introduce(self);
    }

    fn evaluate(&self, side_to_move: Side) -> i32 {
        let own = match side_to_move {
            Side::Black => self.sum,
            Side::White => -self.sum,
        };
        own + TEMPO
    }
}
