//! A move as the spots that are clicked for it. All games share this form, so that front ends and files need to know
//! nothing else of a move.

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::spot::Spot;

/// One spot or two, in the order of the clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameMove {
    /// A stone is laid, or an only piece goes there.
    One(Spot),
    /// Two stones, or a piece and where it goes.
    Two([Spot; 2]),
}

impl GameMove {
    /// The spots, the first click first.
    pub fn as_slice(&self) -> &[Spot] {
        match self {
            Self::One(spot) => std::slice::from_ref(spot),
            Self::Two(both) => both,
        }
    }

    /// The spot of the last click.
    pub const fn last(self) -> Spot {
        match self {
            Self::One(spot) | Self::Two([_, spot]) => spot,
        }
    }
}

impl From<Spot> for GameMove {
    fn from(spot: Spot) -> Self {
        Self::One(spot)
    }
}

impl TryFrom<GameMove> for Spot {
    type Error = Refusal;

    fn try_from(spots: GameMove) -> Result<Self, Refusal> {
        match spots {
            GameMove::One(spot) => Ok(spot),
            GameMove::Two(_) => Err(Refusal::WrongStep),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spot_is_written_as_it_always_was() {
        let spot = Spot::new(7, 8);
        let text = serde_json::to_string(&GameMove::One(spot)).expect("it can be written");
        assert_eq!(
            text,
            serde_json::to_string(&spot).expect("it can be written")
        );
        for spots in [GameMove::One(spot), GameMove::Two([spot, Spot::new(0, 18)])] {
            let text = serde_json::to_string(&spots).expect("it can be written");
            assert_eq!(serde_json::from_str::<GameMove>(&text).ok(), Some(spots));
        }
    }
}
