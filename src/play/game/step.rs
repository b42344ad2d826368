//! What a seat does in turn, and what is asked of it.

use serde::{Deserialize, Serialize};

use super::game_move::GameMove;
use super::spot::Spot;

/// A decision in an opening procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Keep the colours.
    Keep,
    /// Exchange the colours.
    Swap,
    /// Lay two more stones and let the opponent choose a colour.
    PlaceTwo,
    /// Offer ten fifth stones instead of playing one.
    OfferTen,
}

impl Choice {
    /// All of them, for the tests of the texts.
    pub const ALL: [Self; 4] = [Self::Keep, Self::Swap, Self::PlaceTwo, Self::OfferTen];
}

/// Something that a seat does in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A move.
    Move(GameMove),
    /// No move.
    Pass,
    /// A decision of the opening.
    Choose(Choice),
    /// How many stones will be offered.
    Announce(u8),
    /// One of the offered stones.
    Offer(GameMove),
    /// The offered stone that is to stay.
    Pick(GameMove),
}

impl Step {
    /// A stone that is laid on a spot.
    pub const fn stone(at: Spot) -> Self {
        Self::Move(GameMove::One(at))
    }
}

/// What is asked of the seat that is to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// A move, or a pass where the game allows one.
    Move,
    /// One of these decisions.
    Choose(Vec<Choice>),
    /// A number from one to this.
    Announce(u8),
    /// So many further offers.
    Offer(u8),
    /// One of these offered moves.
    Pick(Vec<GameMove>),
    /// Nothing: the game is over.
    Nothing,
}

impl Ask {
    /// The step that a move means where this is asked.
    pub(crate) const fn step_of(&self, mv: GameMove) -> Step {
        match self {
            Self::Offer(_) => Step::Offer(mv),
            Self::Pick(_) => Step::Pick(mv),
            _ => Step::Move(mv),
        }
    }
}
