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

/// A position under construction.
#[derive(Clone, Debug, PartialEq)]
pub struct Editor {
    setup: Setup,
}

impl Editor {
    /// Starts from a board with stones.
    pub fn new(rule: Rule, width: u8, height: u8, stones: Vec<(Spot, Colour)>) -> Self {
        Self {
            setup: Setup {
                width,
                height,
                stones,
                ..Setup::square(rule, width)
            },
        }
    }

    /// Puts a stone on a spot in place of what lies there, or takes it away.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`]
    pub fn put(&mut self, at: Spot, stone: Option<Colour>) -> Result<(), Refusal> {
        if at.x >= self.setup.width || at.y >= self.setup.height {
            return Err(Refusal::OffBoard(format!("{},{}", at.x, at.y)));
        }
        self.setup.stones.retain(|&(known, _)| known != at);
        self.setup.stones.extend(stone.map(|colour| (at, colour)));
        Ok(())
    }

    /// Sets the colour that moves next.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.setup.to_move = colour;
    }

    /// The stones as they lie now.
    pub fn stones(&self) -> &[(Spot, Colour)] {
        &self.setup.stones
    }

    /// The position to start a game from; whether it can is for [`crate::game::Game::start`] to say.
    pub fn finish(self) -> Setup {
        self.setup
    }
}
