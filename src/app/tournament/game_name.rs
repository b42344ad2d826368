//! The games that tournaments play.

use std::str::FromStr;

use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::ParseTextError;
use kagetsu_notation::Ruleset;

/// A game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GameName {
    /// Gomoku by any rule.
    #[default]
    Gomoku,
    /// Reversi.
    Reversi,
    /// Connect6.
    Connect6,
}

impl GameName {
    /// The game of these rules.
    pub(super) const fn of(rules: Ruleset) -> Self {
        match rules {
            Ruleset::Gomoku(_) => Self::Gomoku,
            Ruleset::Reversi => Self::Reversi,
            Ruleset::Connect6 => Self::Connect6,
        }
    }

    /// The usual size of its board.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::Gomoku => 15,
            Self::Reversi => 8,
            Self::Connect6 => 19,
        }
    }

    /// The rules of the game; `rule` is used for Gomoku.
    pub(super) const fn ruleset(self, rule: Rule) -> Ruleset {
        match self {
            Self::Gomoku => Ruleset::Gomoku(rule),
            Self::Reversi => Ruleset::Reversi,
            Self::Connect6 => Ruleset::Connect6,
        }
    }

    /// The option that chooses it.
    pub(super) const fn option(self) -> &'static str {
        match self {
            Self::Gomoku => "--game gomoku",
            Self::Reversi => "--game reversi",
            Self::Connect6 => "--game connect6",
        }
    }
}

impl FromStr for GameName {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "gomoku" => Ok(Self::Gomoku),
            "reversi" => Ok(Self::Reversi),
            "connect6" => Ok(Self::Connect6),
            _ => Err(ParseTextError::new(
                text,
                "not a game",
                "gomoku, reversi or connect6",
            )),
        }
    }
}
