//! A move that was made: where its pieces are, and what it changed on the board.

use serde::{Deserialize, Serialize};

use super::seat::Colour;
use super::spot::Spot;

/// One spot before and after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The spot.
    pub at: Spot,
    /// Whose piece lay there.
    pub before: Option<Colour>,
    /// Whose piece lies there now.
    pub after: Option<Colour>,
}

/// A move that was made. Front ends go back and forth by the changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Where pieces were put or went.
    pub spots: Vec<Spot>,
    /// Where a piece came from.
    pub from: Option<Spot>,
    /// All spots that changed.
    pub changes: Vec<Change>,
}

impl PlayedMove {
    /// Stones of one colour that were laid on empty spots.
    pub fn stones(spots: &[Spot], colour: Colour) -> Self {
        let change = |&at: &Spot| Change {
            at,
            before: None,
            after: Some(colour),
        };
        Self {
            spots: spots.to_vec(),
            from: None,
            changes: spots.iter().map(change).collect(),
        }
    }
}
