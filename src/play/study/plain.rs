//! A study as plain data, and the name of a position in it.

use kagetsu_notation::{SgfMove, SgfNote, SgfTree};
use serde::{Deserialize, Serialize};

use crate::game::Spot;

pub(crate) use kagetsu_notation::SgfMark as Mark;

/// The number of a move in a study.
pub(crate) type NodeId = usize;

/// A position of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    /// That of the game after so many moves.
    Moves { moves: usize },
    /// That after a move of the study.
    Node { node: NodeId },
}

/// What is written on a position.
pub(crate) type Note = SgfNote<Spot>;

/// A move of a tree.
pub(crate) type TreeMove = SgfMove<Spot>;

/// A tree of moves, first those of the game. Every move comes after the one before it, so the list has the order in which SGF
/// writes a tree, and equal trees are equal lists.
pub(crate) type Tree = SgfTree<Spot>;
