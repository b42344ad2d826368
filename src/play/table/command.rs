//! The commands of a table, as JSON, and the words for who begins.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use kagetsu_kernel::ParseTextError;

use crate::game::{Colour, Kind, Spot, Step};
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;
use crate::session::{AnySetup, Level, Occupant, Ticket, TimeRules};
use crate::study::{Mark, NodeId, Place};

use super::analysis::Analyst;
use super::people::Phrase;

/// The new-game dialogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NewGame {
    /// Which game.
    #[serde(default)]
    pub game: Kind,
    /// The rule of gomoku.
    #[serde(default)]
    pub rule: Rule,
    /// Side of the board of gomoku.
    #[serde(default = "Setup::usual_side")]
    pub size: u8,
    /// The opening procedure of gomoku.
    #[serde(default)]
    pub opening: Procedure,
    /// Who begins.
    pub begins: Begins,
    /// Kagetsu's level.
    pub level: Level,
    /// A program that plays instead of Kagetsu.
    pub program: Option<String>,
    /// A program that plays the second side where no person plays.
    pub rival: Option<String>,
    /// The clocks.
    #[serde(default)]
    pub time: TimeRules,
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// The person.
    #[default]
    Person,
    /// Kagetsu.
    Kagetsu,
    /// Two persons play.
    Two,
    /// No person plays: Kagetsu or programs have both sides.
    Watch,
    /// The person, against a guest.
    #[serde(rename = "remote")]
    PersonAndGuest,
    /// A guest, against the person.
    #[serde(rename = "remote-first")]
    GuestFirst,
    /// Two guests.
    #[serde(rename = "remote-both")]
    TwoGuests,
}

impl Begins {
    /// The words for it in a terminal, to which no guest comes: the person's side.
    pub const WORDS: [(&'static str, Self); 8] = [
        ("black", Self::Person),
        ("white", Self::Kagetsu),
        ("both", Self::Two),
        ("none", Self::Watch),
        ("red", Self::Person),
        ("blue", Self::Kagetsu),
        ("first", Self::Person),
        ("second", Self::Kagetsu),
    ];
}

impl FromStr for Begins {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::WORDS
            .into_iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(text))
            .map(|(_, begins)| begins)
            .ok_or_else(|| {
                ParseTextError::new(
                    text,
                    "not a side",
                    "black or red, white or blue, both, or none",
                )
            })
    }
}

impl NewGame {
    /// What the game starts from.
    pub(crate) const fn setup(&self) -> AnySetup {
        if self.game.has_setup() {
            AnySetup::Gomoku(Setup::square(self.rule, self.size).with_opening(self.opening))
        } else {
            AnySetup::Plain { game: self.game }
        }
    }

    /// Who sits where. Programs are named by the names that they have here, never by their files.
    pub(crate) fn seats(&self) -> [Occupant; 2] {
        let or_kagetsu = |program: &Option<String>| match program {
            Some(name) => Occupant::Program(name.clone()),
            None => Occupant::Kagetsu(self.level),
        };
        let opponent = or_kagetsu(&self.program);
        let guest = || Occupant::Guest(String::new());
        match self.begins {
            Begins::Person => [Occupant::Person, opponent],
            Begins::Kagetsu => [opponent, Occupant::Person],
            Begins::Two => [Occupant::Person, Occupant::Person],
            Begins::Watch => [opponent, or_kagetsu(&self.rival)],
            Begins::PersonAndGuest => [Occupant::Person, guest()],
            Begins::GuestFirst => [guest(), Occupant::Person],
            Begins::TwoGuests => [guest(), guest()],
        }
    }
}

/// Who moves for the seat of a program that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Successor {
    /// The program is asked again.
    Again,
    /// The person.
    Person,
    /// Kagetsu at a level.
    Kagetsu(Level),
}

/// Two engines that are to look at the same position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Compare {
    /// The program on the left; nothing for Kagetsu.
    pub left: Option<String>,
    /// The one on the right.
    pub right: Option<String>,
    /// Seconds that each of them has.
    pub seconds: u8,
    /// The position; nothing for that of the game.
    pub at: Option<Place>,
}

/// A command with the state for which it is meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The state that the page shows. A command for another state is refused, so that none can be played twice.
    pub ticket: Option<Ticket>,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

impl From<Command> for Request {
    /// A command for whatever state there is.
    fn from(command: Command) -> Self {
        Self {
            ticket: None,
            command,
        }
    }
}

/// A command of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub(crate) enum Command {
    /// A step.
    Step { step: Step },
    /// Clicks on the board that mean a move, an offer or a pick, whichever is asked.
    Click {
        /// Oldest first.
        spots: Vec<Spot>,
    },
    /// A typed move; offers and picks are meant where they are asked.
    #[serde(rename = "type")]
    EnterMove {
        /// Such as `h8`.
        text: String,
    },
    /// Back to the person's turn.
    Undo,
    /// And forth.
    Redo,
    /// Asks the guest to take the last own step back.
    AskTakeback,
    /// Answers that question of the other player.
    AnswerTakeback { agrees: bool },
    /// A suggestion.
    Hint,
    /// Kagetsu moves for the seat to act. The move of a person is [`Command::Step`], `Click` or `EnterMove`.
    #[serde(rename = "move")]
    MoveForMe,
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts one.
    OfferDraw,
    /// Answers the offer of the other player.
    AnswerDraw { agrees: bool },
    /// Changes sides.
    Exchange,
    /// Between two persons at this board Kagetsu takes the side that is not to move.
    PlayOn { level: Level },
    /// Another game with the sides changed. With a guest both have to want it.
    Rematch,
    /// Does not want another game.
    DeclineRematch,
    /// Says how one is called.
    #[serde(rename = "name")]
    Rename { name: String },
    /// Says something to the other player.
    Say { phrase: Phrase },
    /// A new game.
    New(NewGame),
    /// A game from a set-up position.
    Edit {
        stones: Vec<(Spot, Colour)>,
        to_move: Colour,
    },
    /// A game from the text of a file.
    Load {
        /// SGF, psq, JSON, or a position as one line.
        text: String,
    },
    /// Starts or stops the analysis.
    Analyse {
        on: bool,
        /// Who analyses from now on; nothing for whoever did.
        by: Option<Analyst>,
    },
    /// The analysis compares so many moves from now on.
    #[serde(rename = "lines")]
    CompareLines { most: u8 },
    /// Looks at a playout of a tree search.
    StepTree {
        /// Its number, from one; zero leaves the tree.
        playouts: u32,
        /// The position; nothing for that of the game.
        at: Option<Place>,
        /// Whose tree it is. Alpha-beta has none: it is that of Kagetsu's tree search then.
        #[serde(default)]
        by: Analyst,
    },
    /// Stops all thinking; Kagetsu plays the best move it knows.
    Stop,
    /// Says who moves for the seat of a program that has no answer.
    TakeOver { by: Successor },
    /// Kagetsu is to say at once when a move was a mistake.
    Teach { on: bool },
    /// Goes on in spite of a mistake.
    #[serde(rename = "go-on")]
    DismissMistake,
    /// Looks for the mistakes of the whole game.
    Review,
    /// Looks for a win in a position, or no longer.
    Prove {
        on: bool,
        /// The position; nothing for that of the game.
        at: Option<Place>,
    },
    /// Asks two engines about a position.
    Compare(Compare),
    /// Ends the comparison of two engines.
    StopComparing,
    /// Looks at another position of the study.
    #[serde(rename = "look")]
    LookAt {
        /// Which; nothing for that of the game.
        at: Option<Place>,
    },
    /// Adds a move of a position to the study, as a variation.
    #[serde(rename = "vary")]
    AddVariation { from: Place, at: Spot },
    /// Writes a comment on a position.
    Annotate { on: Place, text: String },
    /// Puts a mark on the board of a position, or takes it away.
    Mark { on: Place, at: Spot, mark: Mark },
    /// Removes a move of the study and all after it.
    Prune { node: NodeId },
    /// Asks how good another move would have been.
    #[serde(rename = "try")]
    JudgeMove {
        /// Steps before it.
        steps: usize,
        /// The clicks of the move.
        spots: Vec<Spot>,
    },
}

#[cfg(test)]
impl Command {
    /// A new game as the page writes it.
    pub(crate) fn new_game(json: &str) -> Self {
        Self::New(serde_json::from_str(json).expect("a new game"))
    }

    /// A typed move.
    pub(crate) fn enter(text: &str) -> Self {
        let text = text.to_string();
        Self::EnterMove { text }
    }
}

impl Command {
    /// Commands that a guest may give.
    pub(crate) const fn is_of_a_player(&self) -> bool {
        matches!(
            self,
            Self::Step { .. }
                | Self::Click { .. }
                | Self::EnterMove { .. }
                | Self::AskTakeback
                | Self::AnswerTakeback { .. }
                | Self::Resign
                | Self::OfferDraw
                | Self::AnswerDraw { .. }
                | Self::Rematch
                | Self::DeclineRematch
                | Self::Rename { .. }
                | Self::Say { .. }
        )
    }

    /// Commands that mean the same after the game has gone on, so that their ticket is not compared.
    pub(crate) const fn ignores_ticket(&self) -> bool {
        matches!(self, Self::Rename { .. } | Self::Say { .. })
    }

    /// Commands by which both players look at a game that is over.
    pub(crate) const fn is_of_the_analysis(&self) -> bool {
        matches!(
            self,
            Self::Analyse { .. }
                | Self::CompareLines { .. }
                | Self::Prove { .. }
                | Self::StepTree { .. }
                | Self::Review
                | Self::JudgeMove { .. }
                | Self::LookAt { .. }
                | Self::AddVariation { .. }
                | Self::Annotate { .. }
                | Self::Mark { .. }
                | Self::Prune { .. }
        )
    }

    /// Commands by which Kagetsu helps a person.
    pub(crate) const fn is_help(&self) -> bool {
        matches!(
            self,
            Self::Hint
                | Self::MoveForMe
                | Self::Analyse { on: true, .. }
                | Self::StepTree { .. }
                | Self::Teach { on: true }
                | Self::Review
                | Self::JudgeMove { .. }
                | Self::Prove { on: true, .. }
                | Self::Compare(_)
                | Self::LookAt { at: Some(_) }
                | Self::AddVariation { .. }
                | Self::Annotate { .. }
                | Self::Mark { .. }
        )
    }
}
