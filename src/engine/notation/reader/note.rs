//! What a reader took where a file leaves it open, in sentences for the user.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

use crate::encoding::TextEncoding;

/// Something that was taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The encoding of the texts is a guess.
    #[error("the texts are read as {0}, which is a guess: --encoding states another")]
    Encoding(TextEncoding),
    /// The game names a rule that is not known.
    #[error("the rule '{text}' is not known: {taken} was taken, and --rule states another")]
    UnknownRule {
        /// What the game says.
        text: String,
        /// The rule that was taken.
        taken: Rule,
    },
    /// The game names no rule.
    #[error("no rule is named: {0} was taken, and --rule states another")]
    NoRule(Rule),
    /// The game names no size.
    #[error("no board is named: {0} was taken, and --size states another")]
    NoSize(BoardSize),
    /// The game names another rule than the option.
    #[error("the game itself is of {of_game}, and not of {stated} as stated")]
    OtherRule {
        /// The rule of the game.
        of_game: Rule,
        /// The stated one.
        stated: Rule,
    },
    /// The game has another board than the option says.
    #[error("the board of the game itself is {of_game}, and not {stated} as stated")]
    OtherSize {
        /// The size of the game.
        of_game: BoardSize,
        /// The stated one.
        stated: BoardSize,
    },
    /// Stones are set after moves.
    #[error("stones are set after move {0}: the game is taken from there")]
    SetUpAfter(usize),
}

impl Note {
    /// Names this rule as the one that was taken, for a caller that takes its own where a game names none.
    pub fn set_taken(&mut self, rule: Rule) {
        if let Self::UnknownRule { taken, .. } | Self::NoRule(taken) = self {
            *taken = rule;
        }
    }
}
