//! What the tree needs of a game.

use std::fmt::Debug;

use kagetsu_kernel::Side;

use super::proved::Proved;

/// A game that is walked from a root, with values of positions and priors of moves. Where it comes from, a network or a
/// rule of thumb, the tree does not know. A side may have several moves one after the other.
pub trait TreeGame {
    /// A move.
    type Move: Copy + PartialEq + Debug;

    /// Whose move it is.
    fn side_to_move(&self) -> Side;

    /// Makes a legal move.
    fn make(&mut self, point: Self::Move);

    /// Takes the last made move back.
    fn unmake(&mut self);

    /// Looks at the present position. Unless it is proved, appends its legal moves with their priors: numbers above zero
    /// whose sum is about one. A move that is not appended does not exist for the tree.
    fn expand(&mut self, priors: &mut Vec<(Self::Move, f32)>) -> Expansion;
}

/// What a game says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expansion {
    /// The result is proved.
    Proved(Proved),
    /// The value for the side to move: its expected result, from -1 for a loss to 1 for a win.
    Evaluated(f32),
    /// The position is not quiet enough for a value: the playout goes on with one of the moves.
    Forced,
}
