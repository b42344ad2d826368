//! What is agreed before the first stone.

use serde::{Deserialize, Serialize};

use crate::game::{Colour, Refusal, Spot};
use crate::opening::Procedure;

use super::stones::{Rule, SIDES};

/// Rule, board, opening, and stones that lie there from the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The opening procedure.
    #[serde(default)]
    pub opening: Procedure,
    /// Set-up stones.
    #[serde(default)]
    pub stones: Vec<(Spot, Colour)>,
    /// The colour that moves first.
    #[serde(default = "black")]
    pub to_move: Colour,
}

const fn black() -> Colour {
    Colour::Black
}

impl Setup {
    /// Side of the board where none is named.
    pub(crate) const fn usual_side() -> u8 {
        15
    }

    /// The empty square board.
    pub const fn square(rule: Rule, side: u8) -> Self {
        Self {
            rule,
            width: side,
            height: side,
            opening: Procedure::Free,
            stones: Vec::new(),
            to_move: Colour::Black,
        }
    }

    /// The same with an opening procedure.
    #[must_use]
    pub const fn with_opening(mut self, opening: Procedure) -> Self {
        self.opening = opening;
        self
    }

    /// Does everything fit together?
    ///
    /// # Errors
    /// [`Refusal::Size`], [`Refusal::OpeningSize`], and [`Refusal::NoStart`] for an opening procedure upon set-up stones.
    pub fn check(&self) -> Result<(), Refusal> {
        for given in [self.width, self.height] {
            if !SIDES.contains(&given) {
                return Err(Refusal::Size(given.into()));
            }
        }
        let (least, given) = (self.opening.smallest_side(), self.width.min(self.height));
        if given < least {
            let opening = self.opening.name();
            return Err(Refusal::OpeningSize {
                opening,
                least,
                given,
            });
        }
        if self.opening != Procedure::Free && !self.stones.is_empty() {
            return Err(Refusal::NoStart);
        }
        Ok(())
    }
}
