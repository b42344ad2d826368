//! Watching a board: how an evaluator follows every change without the board knowing it.

use crate::geometry::Point;

use super::code::Code;
use super::side::Side;

/// Follows the codes of all empty points. The calls come in the order of the changes; [`BoardObserver::undo`]
/// takes back everything since the matching [`BoardObserver::begin`].
pub trait BoardObserver {
    /// A stone is about to be put on the board.
    fn begin(&mut self);
    /// A point starts to count.
    fn gain(&mut self, side: Side, point: Point, code: Code);
    /// A point stops counting.
    fn lose(&mut self, side: Side, point: Point, code: Code);
    /// The code of a point changes.
    fn change(&mut self, side: Side, point: Point, from: Code, to: Code);
    /// The last stone is taken back.
    fn undo(&mut self);
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl BoardObserver for NullObserver {
    fn begin(&mut self) {}
    fn gain(&mut self, _side: Side, _point: Point, _code: Code) {}
    fn lose(&mut self, _side: Side, _point: Point, _code: Code) {}
    fn change(&mut self, _side: Side, _point: Point, _from: Code, _to: Code) {}
    fn undo(&mut self) {}
}
