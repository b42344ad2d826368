//! What is written on a position: a comment, and marks on the board.

use serde::{Deserialize, Serialize};

use crate::game::Spot;

pub(crate) use kagetsu_notation::SgfMark as Mark;

/// Comment and marks of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The comment.
    #[serde(default)]
    pub text: String,
    /// The marks, at most one on a spot, sorted by spot.
    #[serde(default)]
    pub marks: Vec<(Spot, Mark)>,
}

impl Note {
    /// Is there nothing?
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.marks.is_empty()
    }

    /// Puts a mark on a spot in the place of any other; the same one again takes it away.
    pub(crate) fn toggle(&mut self, at: Spot, mark: Mark) {
        let before = self.marks.iter().find(|&&(spot, _)| spot == at).copied();
        self.marks.retain(|&(spot, _)| spot != at);
        if before != Some((at, mark)) {
            self.marks.push((at, mark));
            self.marks.sort_unstable();
        }
    }
}
