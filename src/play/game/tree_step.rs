//! A playout of a tree search as people see it: the way from the root, and what the search weighed on it.

use serde::Serialize;

use super::game_move::GameMove;
use super::line::Value;
use super::seat::Colour;

/// A move as the search weighs it. All numbers are for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WeighedMove {
    /// The move.
    pub at: GameMove,
    /// Playouts that went through it (N).
    pub visits: u32,
    /// The probability that the network gave it, from 0 to 1 (P).
    pub prior: f64,
    /// The value that it counts as, from -1 to 1 (Q).
    pub value: f64,
    /// The bonus for a large prior and few visits (U).
    pub bonus: f64,
    /// Does it win, lose or draw for certain?
    pub result: Option<Value>,
}

/// A position of the tree. All numbers are for its side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreePosition {
    /// The colour to move.
    pub colour: Colour,
    /// Playouts that have reached it.
    pub visits: u32,
    /// The mean of their values, from -1 to 1, or the known result.
    pub value: f64,
    /// What the network said of it, from -1 to 1.
    pub evaluation: f64,
    /// The result, if it is known.
    pub result: Option<Value>,
    /// Number of its moves in the tree; zero before it is expanded.
    pub count: usize,
    /// Those of them with the greatest sums of value and bonus, the greatest first. A move that is known to win stands before
    /// them, one that is known not to after them.
    pub moves: Vec<WeighedMove>,
}

/// The last playout of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeStep {
    /// Its number, from one: the playouts that the tree has.
    pub playouts: u32,
    /// Its moves.
    pub way: Vec<GameMove>,
    /// The positions on its way as it found them, the root first; those that it made are missing.
    pub before: Vec<TreePosition>,
    /// All positions on its way as it left them.
    pub after: Vec<TreePosition>,
}
