//! What a step asks for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A task. Points and moves are clicked on the board; choices are answered by one of a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Goal {
    /// A stone that completes a winning row.
    Five,
    /// A stone that makes an open four, or two fours.
    OpenFour,
    /// Stones after which the opponent cannot complete a winning row in the next turn.
    Stop,
    /// A stone after which the opponent has no win by fours.
    Hold,
    /// A stone that wins at once, or after every answer by fours.
    Force,
    /// All points that Black must not use.
    Fouls,
    /// A move that is legal.
    Legal,
    /// All moves that are legal.
    LegalAll,
    /// A fifth stone that cannot be offered, because a symmetry takes an offered one to it.
    Twin,
    /// Two stones that complete a row of six.
    Six,
    /// A move to a corner.
    Corner,
    /// A move that lets the opponent take a corner.
    GivesCorner,
    /// A move after which the opponent has no move.
    Silence,
    /// A step that leaves the hunted piece without a step.
    Trap,
    /// A step past both hunters.
    Escape,
    /// The steps that keep the best value that perfect play has.
    Best,
    /// Why Black must not play on the marked point, or that it may.
    Reason,
    /// The colour that is better.
    Better,
    /// Which player acts now.
    Acts,
    /// How many stones stop the opponent's threats.
    Needed,
    /// How many discs a move to the marked square turns over.
    Turned,
    /// Who has won.
    Lead,
}

impl Goal {
    /// Is it answered by a word?
    pub(crate) const fn is_choice(self) -> bool {
        matches!(
            self,
            Self::Reason | Self::Better | Self::Acts | Self::Needed | Self::Turned | Self::Lead
        )
    }

    /// Must all right answers be given?
    pub(crate) const fn wants_all(self) -> bool {
        matches!(self, Self::Fouls | Self::LegalAll)
    }

    /// Is a point meant, where no move is made?
    pub(super) const fn is_point(self) -> bool {
        matches!(self, Self::Fouls | Self::Twin)
    }

    /// The words to choose from, where they are the same in all steps. Each is the key of a text.
    pub(super) const fn options(self) -> &'static [&'static str] {
        match self {
            Self::Reason => &[
                "foul-double-three",
                "foul-double-four",
                "foul-overline",
                "learn-allowed",
            ],
            Self::Better => &["black", "white"],
            Self::Acts => &["learn-first", "learn-second"],
            Self::Lead => &["black", "white", "learn-draw"],
            _ => &[],
        }
    }
}

/// The name in files and in keys of texts.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
