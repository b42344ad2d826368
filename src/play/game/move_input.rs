//! How front ends ask for a move: they collect clicks by this and know no rule.

use serde::Serialize;

use super::game_move::GameMove;
use super::spot::Spot;

/// A legal move and what it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The clicks.
    pub spots: GameMove,
    /// Spots whose pieces change their colour.
    pub flips: Vec<Spot>,
}

/// How a move of the side to move is clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveInput {
    /// Number of clicks.
    pub clicks: u8,
    /// The legal moves, where they are few; otherwise any empty spots that are not forbidden.
    pub paths: Option<Vec<LegalMove>>,
    /// May the side pass?
    pub pass: bool,
    /// Is passing all it can do?
    pub must_pass: bool,
}

impl MoveInput {
    /// So many stones on empty spots.
    pub const fn stones(clicks: u8) -> Self {
        Self {
            clicks,
            paths: None,
            pass: false,
            must_pass: false,
        }
    }
}
