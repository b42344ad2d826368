//! What is agreed before the first stone, and an editor for positions.

use serde::{Deserialize, Serialize};

use kagetsu_notation::text_form;

use crate::game::{Colour, Refusal, Spot};
use crate::opening::Procedure;

use super::stones::{Rule, SIDES};

/// Rule, board, opening, and stones that lie there from the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The rule.
    #[serde(with = "text_form")]
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
    /// [`Refusal::Setup`] with what does not.
    pub fn check(&self) -> Result<(), Refusal> {
        let (low, high) = (*SIDES.start(), *SIDES.end());
        for side in [self.width, self.height] {
            if !SIDES.contains(&side) {
                let text = format!("a side of {side} points is not from {low} to {high}");
                return Err(Refusal::Setup(text));
            }
        }
        let least = self.opening.smallest_side();
        if self.width.min(self.height) < least {
            let text = format!("{} needs a board of {least} points", self.opening);
            return Err(Refusal::Setup(text));
        }
        if self.opening != Procedure::Free && !self.stones.is_empty() {
            let text = format!("{} begins on the empty board", self.opening);
            return Err(Refusal::Setup(text));
        }
        Ok(())
    }
}
