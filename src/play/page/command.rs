//! What the page asks for, as JSON.

use serde::{Deserialize, Serialize};

use kagetsu_notation::text_form;

use crate::game::{Colour, Spot, Step};
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;
use crate::session::{Level, Occupant, Ticket, TimeRules};

/// The new-game dialogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewGame {
    /// The rule.
    #[serde(with = "text_form")]
    pub rule: Rule,
    /// Side of the board.
    pub size: u8,
    /// The opening procedure.
    #[serde(default)]
    pub opening: Procedure,
    /// Who begins.
    pub begins: Begins,
    /// Kagetsu's level.
    pub level: Level,
    /// The clocks.
    #[serde(default)]
    pub time: TimeRules,
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Begins {
    /// The person.
    Person,
    /// Kagetsu.
    Kagetsu,
    /// Two persons play.
    Two,
    /// Kagetsu plays itself.
    Watch,
    /// The person, against a player who has the secret of the second seat.
    Remote,
}

impl NewGame {
    /// What the game starts from.
    pub const fn setup(&self) -> Setup {
        Setup::square(self.rule, self.size).with_opening(self.opening)
    }

    /// Who sits where.
    pub fn seats(&self) -> [Occupant; 2] {
        let kagetsu = Occupant::Kagetsu(self.level);
        match self.begins {
            Begins::Person => [Occupant::Person, kagetsu],
            Begins::Kagetsu => [kagetsu, Occupant::Person],
            Begins::Two => [Occupant::Person, Occupant::Person],
            Begins::Watch => [kagetsu.clone(), kagetsu],
            Begins::Remote => [Occupant::Person, Occupant::Remote("?".to_string())],
        }
    }
}

/// A command of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Command {
    /// A step at a state that the page has seen.
    Step {
        /// The state.
        ticket: Ticket,
        /// The step.
        step: Step<Spot>,
    },
    /// A typed move; offers and picks are meant where they are asked.
    Type {
        /// Such as `h8`.
        text: String,
    },
    /// Back to the person's turn.
    Undo,
    /// And forth.
    Redo,
    /// A suggestion.
    Hint,
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts one.
    OfferDraw,
    /// Changes sides.
    Exchange,
    /// Another game with the sides changed.
    Rematch,
    /// A new game.
    New(NewGame),
    /// A game from a set-up position.
    Edit {
        /// The stones.
        stones: Vec<(Spot, Colour)>,
        /// The colour to move.
        to_move: Colour,
    },
    /// A game from the text of a file.
    Load {
        /// SGF, psq or JSON.
        text: String,
    },
    /// Starts or stops the analysis.
    Analyse {
        /// Which of them.
        on: bool,
    },
    /// Stops all thinking; Kagetsu plays the best move it knows.
    Stop,
}
