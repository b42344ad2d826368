//! The procedures, each a list of stages.

use serde::{Deserialize, Serialize};

use crate::game::{Choice, named};

/// Who acts in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// The first seat, whatever its colour.
    Opener,
    /// The second seat.
    Responder,
    /// The seat whose colour is to move.
    SideToMove,
    /// The seat whose colour moved last.
    SideWaiting,
}

/// Where a stone may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Anywhere.
    Board,
    /// In the square of this odd side round the centre.
    Square(u8),
}

/// One stage of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A stone of the colour to move.
    Place(Actor, Zone),
    /// A decision; the stages of the way taken come before those that follow. [`Choice::Swap`] exchanges the colours.
    Fork(Actor, &'static [(Choice, &'static [Stage])]),
    /// How many fifths will be offered, at most.
    Announce(Actor, u8),
    /// Black offers so many fifths, or as many as announced.
    Offer(Option<u8>),
    /// White picks one of them.
    Pick,
}

/// An opening procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Procedure {
    /// None: the sides move by turns.
    #[default]
    Free,
    /// Three stones, then the opponent chooses a colour.
    Swap,
    /// As swap, but the opponent may also lay two more stones and hand the choice back.
    Swap2,
    /// One of the 26 openings, swap, two fifths (1996 to 2008).
    Rif,
    /// The opener also announces the number of fifths.
    Yamaguchi,
    /// White announces one to eight fifths with the fourth stone; the opponent may swap then.
    #[serde(rename = "soosyrv-8")]
    Soosyrv8,
    /// Growing squares with a swap after each stone, or ten fifths.
    #[serde(rename = "taraguchi-10")]
    Taraguchi10,
}

/// Fifths of the RIF rule.
const RIF_FIFTHS: u8 = 2;
/// Most fifths that can be announced under Yamaguchi. The rule gives no bound.
const YAMAGUCHI_FIFTHS: u8 = 12;
/// Most fifths that can be announced under Soosyrv-8.
const SOOSYRV_FIFTHS: u8 = 8;
/// Fifths of Taraguchi-10.
const TARAGUCHI_FIFTHS: u8 = 10;

const SWAP: Stage = Stage::Fork(
    Actor::SideToMove,
    &[(Choice::Keep, &[]), (Choice::Swap, &[])],
);
const ANYWHERE: Stage = Stage::Place(Actor::Opener, Zone::Board);
const FOURTH: Stage = Stage::Place(Actor::SideToMove, Zone::Board);

const SWAP1_STAGES: &[Stage] = &[ANYWHERE, ANYWHERE, ANYWHERE, SWAP];
const SWAP2_STAGES: &[Stage] = &[
    ANYWHERE,
    ANYWHERE,
    ANYWHERE,
    Stage::Fork(
        Actor::Responder,
        &[
            (Choice::Keep, &[]),
            (Choice::Swap, &[]),
            (
                Choice::PlaceTwo,
                &[
                    Stage::Place(Actor::Responder, Zone::Board),
                    Stage::Place(Actor::Responder, Zone::Board),
                    Stage::Fork(Actor::Opener, &[(Choice::Keep, &[]), (Choice::Swap, &[])]),
                ],
            ),
        ],
    ),
];
const RIF_STAGES: &[Stage] = &[
    Stage::Place(Actor::Opener, Zone::Square(1)),
    Stage::Place(Actor::Opener, Zone::Square(3)),
    Stage::Place(Actor::Opener, Zone::Square(5)),
    SWAP,
    FOURTH,
    Stage::Offer(Some(RIF_FIFTHS)),
    Stage::Pick,
];
const YAMAGUCHI_STAGES: &[Stage] = &[
    Stage::Place(Actor::Opener, Zone::Square(1)),
    Stage::Place(Actor::Opener, Zone::Square(3)),
    Stage::Place(Actor::Opener, Zone::Square(5)),
    Stage::Announce(Actor::Opener, YAMAGUCHI_FIFTHS),
    SWAP,
    FOURTH,
    Stage::Offer(None),
    Stage::Pick,
];
const SOOSYRV_STAGES: &[Stage] = &[
    Stage::Place(Actor::Opener, Zone::Square(1)),
    Stage::Place(Actor::Opener, Zone::Square(3)),
    Stage::Place(Actor::Opener, Zone::Square(5)),
    SWAP,
    FOURTH,
    Stage::Announce(Actor::SideWaiting, SOOSYRV_FIFTHS),
    SWAP,
    Stage::Offer(None),
    Stage::Pick,
];
const TARAGUCHI_FIFTH: &[Stage] = &[Stage::Place(Actor::SideToMove, Zone::Square(9)), SWAP];
const TARAGUCHI_STAGES: &[Stage] = &[
    Stage::Place(Actor::SideToMove, Zone::Square(1)),
    SWAP,
    Stage::Place(Actor::SideToMove, Zone::Square(3)),
    SWAP,
    Stage::Place(Actor::SideToMove, Zone::Square(5)),
    SWAP,
    Stage::Place(Actor::SideToMove, Zone::Square(7)),
    Stage::Fork(
        Actor::SideToMove,
        &[
            (Choice::Keep, TARAGUCHI_FIFTH),
            (Choice::Swap, TARAGUCHI_FIFTH),
            (
                Choice::OfferTen,
                &[Stage::Offer(Some(TARAGUCHI_FIFTHS)), Stage::Pick],
            ),
        ],
    ),
];

named! {
    Procedure, "not an opening procedure",
    Free "free",
    Swap "swap",
    Swap2 "swap2",
    Rif "rif",
    Yamaguchi "yamaguchi",
    Soosyrv8 "soosyrv-8",
    Taraguchi10 "taraguchi-10",
}

impl Procedure {
    /// Its stages in order; play is free after the last.
    pub(crate) const fn stages(self) -> &'static [Stage] {
        match self {
            Self::Free => &[],
            Self::Swap => SWAP1_STAGES,
            Self::Swap2 => SWAP2_STAGES,
            Self::Rif => RIF_STAGES,
            Self::Yamaguchi => YAMAGUCHI_STAGES,
            Self::Soosyrv8 => SOOSYRV_STAGES,
            Self::Taraguchi10 => TARAGUCHI_STAGES,
        }
    }

    /// Shortest side of a board on which it can be played: squares and offers must fit.
    pub(crate) const fn smallest_side(self) -> u8 {
        match self {
            Self::Free | Self::Swap | Self::Swap2 => 5,
            Self::Rif | Self::Yamaguchi | Self::Soosyrv8 | Self::Taraguchi10 => 9,
        }
    }
}
