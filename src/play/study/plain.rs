//! A study as plain data, and the name of a position in it.

use serde::{Deserialize, Serialize};

use crate::game::{Colour, Spot};

use super::mark::Note;

/// The number of a move in a study.
pub(crate) type NodeId = usize;

/// A position of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    /// That of the game after so many moves.
    Moves {
        /// How many.
        moves: usize,
    },
    /// That after a move of the study.
    Node {
        /// Its number.
        node: NodeId,
    },
}

/// A move of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TreeMove {
    /// The place of the move before it in the list; nothing for a first move.
    #[serde(default)]
    pub parent: Option<usize>,
    /// Where the stone lies.
    pub at: Spot,
    /// Its colour.
    pub colour: Colour,
    /// What is written on the position after it.
    #[serde(default, skip_serializing_if = "Note::is_empty")]
    pub note: Note,
}

/// A tree of moves, first those of the game. Every move comes after the one before it, so the list has the order in which SGF
/// writes a tree, and equal trees are equal lists. A pass is not in it: it lies between two moves of the same colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tree {
    /// What is written on the position before the first move.
    #[serde(default)]
    pub note: Note,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<TreeMove>,
}

impl Tree {
    /// Is there nothing but the moves of a game of so many?
    pub(crate) fn is_bare(&self, game_moves: usize) -> bool {
        let is_bare = |mv: &TreeMove| mv.note.is_empty();
        self.note.is_empty() && self.moves.len() <= game_moves && self.moves.iter().all(is_bare)
    }
}
