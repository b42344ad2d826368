//! How far a turn has come.

/// How many stones the side to move still places in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A whole turn lies ahead.
    Two,
    /// One stone: the second one of a turn, or the first of the game.
    One,
}
