//! What a certificate is played on: the board, or a referee that implements the rules on its own.

use crate::board::{Board, Outcome, Rule, Side, Threat};
use crate::geometry::{Point, PointSet};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The rules do not allow it.
    Illegal,
    /// It wins.
    Win,
    /// It fills the board.
    Draw,
    /// The game goes on.
    Running,
}

/// A position on which moves are played, judged and taken back.
pub(super) trait ProofBoard {
    /// The rule.
    fn rule(&self) -> Rule;
    /// Where nothing lies.
    fn empty(&self) -> PointSet;
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;
    /// Tells the positions of one game from each other.
    fn key(&self) -> u64;
    /// Puts a stone of the side to move on a point, unless that is illegal, and passes the turn.
    fn play(&mut self, point: Point) -> Ruling;
    /// Takes back the last move, which was on this point.
    fn take_back(&mut self, point: Point);
    /// The points where a side would win.
    fn fives(&self, side: Side) -> PointSet;
    /// May the side to move not play on an empty point?
    fn is_forbidden(&mut self, point: Point) -> bool;
}

impl ProofBoard for &mut Board {
    fn rule(&self) -> Rule {
        Board::rule(self)
    }

    fn empty(&self) -> PointSet {
        *Board::empty(self)
    }

    fn side_to_move(&self) -> Side {
        Board::side_to_move(self)
    }

    fn key(&self) -> u64 {
        Board::key(self)
    }

    fn play(&mut self, point: Point) -> Ruling {
        match Board::play(self, point) {
            Err(_) => Ruling::Illegal,
            Ok(Outcome::Win(_)) => Ruling::Win,
            Ok(Outcome::Draw) => Ruling::Draw,
            Ok(Outcome::Running) => Ruling::Running,
        }
    }

    fn take_back(&mut self, _point: Point) {
        self.unmake();
    }

    fn fives(&self, side: Side) -> PointSet {
        *self.points(side, Threat::Five)
    }

    fn is_forbidden(&mut self, point: Point) -> bool {
        self.is_foul(Board::side_to_move(self), point)
    }
}
