//! What a page shows of a study: the moves beside the game, and what is written on positions of the game.

use serde::Serialize;

use crate::game::{Colour, Spot};

use super::plain::{NodeId, Note};
use super::tree::Study;

/// A move beside the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NodeView {
    /// Its number.
    pub node: NodeId,
    /// The move before it; nothing when that is one of the game.
    pub parent: Option<NodeId>,
    /// Its number in its line, from one.
    pub moves: usize,
    /// Where the stone lies.
    pub at: Spot,
    /// Its colour.
    pub colour: Colour,
    /// What is written on the position after it.
    #[serde(flatten)]
    pub note: Note,
}

/// What is written on a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NoteView {
    /// Moves before it.
    pub moves: usize,
    /// What is written.
    #[serde(flatten)]
    pub note: Note,
}

/// The study beside the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct StudyView {
    /// The moves, each after the one before it.
    pub nodes: Vec<NodeView>,
    /// Positions of the game on which anything is written.
    pub(crate) notes: Vec<NoteView>,
}

impl Study {
    /// What a page shows.
    pub(crate) fn view(&self) -> StudyView {
        let is_beside = |&id: &NodeId| !self.is_of_game(id);
        let beside = self.preorder().into_iter().filter(is_beside);
        let node = |id: NodeId| {
            let node = self.node(id)?;
            Some(NodeView {
                node: id,
                parent: node.parent.filter(is_beside),
                moves: node.before + 1,
                at: node.at,
                colour: node.colour,
                note: node.note.clone(),
            })
        };
        let of_game = self
            .line
            .iter()
            .filter_map(|&id| Some(&self.node(id)?.note));
        let notes = std::iter::once(&self.note).chain(of_game).enumerate();
        StudyView {
            nodes: beside.filter_map(node).collect(),
            notes: notes
                .filter(|(_, note)| !note.is_empty())
                .map(|(moves, note)| NoteView {
                    moves,
                    note: note.clone(),
                })
                .collect(),
        }
    }
}
