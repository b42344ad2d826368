//! The name of a position in a study.

use serde::{Deserialize, Serialize};

/// The number of a move in a study.
pub(crate) type NodeId = usize;

/// A position of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
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
