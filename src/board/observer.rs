//! Watching a board: how an evaluator follows every change without the board knowing it.

use crate::geometry::Point;

use super::code::Code;

/// What lies near a point on one line: four cells on each side, two bits each, the farthest cell of the one side lowest.
/// A cell is 0 when empty, 1 with a black stone, 2 with a white one, 3 when closed or off the board; so zero is a window
/// in which nothing lies.
pub type Window = u16;

/// Follows the codes and windows of all empty points. The calls come in the order of the changes; [`BoardObserver::undo`]
/// takes back everything since the last [`BoardObserver::put`].
pub trait BoardObserver {
    /// A stone is put on a point; these were the codes of the point for Black and White.
    fn put(&mut self, point: Point, codes: [Code; 2]);
    /// The code of an empty point changes for Black, White or both.
    fn codes(&mut self, before: [Code; 2], after: [Code; 2]);
    /// One of the four windows of an empty point changes. A stone changes one window of a point at most.
    fn window(&mut self, point: Point, before: Window, after: Window);
    /// The last stone is taken back.
    fn undo(&mut self);
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl BoardObserver for NullObserver {
    fn put(&mut self, _point: Point, _codes: [Code; 2]) {}
    fn codes(&mut self, _before: [Code; 2], _after: [Code; 2]) {}
    fn window(&mut self, _point: Point, _before: Window, _after: Window) {}
    fn undo(&mut self) {}
}
