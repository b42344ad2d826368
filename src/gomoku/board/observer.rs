//! Watching a board: how an evaluator that follows it late learns what was taken back in the meantime.

/// Follows a board by what [`Board::change`](super::Board::change) tells of each stone made.
pub trait BoardObserver {
    /// The last stone was taken back; so many made ones are left.
    fn undo(&mut self, made: usize);
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl BoardObserver for NullObserver {
    fn undo(&mut self, _made: usize) {}
}
