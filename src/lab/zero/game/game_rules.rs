//! The rules of any game of the crate, and how they are written.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;

use super::Game;
use super::rules::{ParseRulesError, Rules};

/// How Reversi is written, and the part that names it.
const REVERSI: &str = "8x8,reversi";
const NAME: &str = "reversi";

/// Which game it is. Written as [`Rules`] are, or `8x8,reversi`.
///
/// ```
/// use kagetsu_zero::GameRules;
/// let rules: GameRules = "8x8,reversi".parse()?;
/// assert_eq!((rules, rules.cells()), (GameRules::Reversi, 64));
/// # Ok::<(), kagetsu_zero::game::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameRules {
    /// Stones in a row.
    InARow(Rules),
    /// Reversi (Othello) on 8x8.
    Reversi,
}

/// A game that is not of stones in a row, where it must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no game of stones in a row, which is needed here")]
pub struct NotInARow(GameRules);

/// Evaluates an expression with `$start` bound to the start of the game that `$rules` name: the one place where code that is
/// generic over [`Game`] gets its type.
macro_rules! with_start {
    ($rules:expr, $start:ident => $work:expr) => {
        match $rules {
            $crate::game::GameRules::InARow(rules) => {
                let $start = $crate::game::Connect::new(rules);
                $work
            }
            $crate::game::GameRules::Reversi => {
                let $start = $crate::game::Reversi::START;
                $work
            }
        }
    };
}
pub(crate) use with_start;

impl GameRules {
    /// Number of cells.
    pub fn cells(self) -> usize {
        with_start!(self, start => start.cells())
    }

    /// The rules of a game of stones in a row.
    ///
    /// # Errors
    /// [`NotInARow`] for other games.
    pub const fn in_a_row(self) -> Result<Rules, NotInARow> {
        match self {
            Self::InARow(rules) => Ok(rules),
            Self::Reversi => Err(NotInARow(self)),
        }
    }
}

impl From<Rules> for GameRules {
    fn from(rules: Rules) -> Self {
        Self::InARow(rules)
    }
}

impl FromStr for GameRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if !parts.contains(&NAME) {
            text.parse().map(Self::InARow)
        } else if parts.join(",") == REVERSI {
            Ok(Self::Reversi)
        } else {
            Err(ParseRulesError(format!(
                "'{}' is not Reversi as it is known here: expected {REVERSI}",
                quote(text)
            )))
        }
    }
}

impl fmt::Display for GameRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InARow(rules) => rules.fmt(f),
            Self::Reversi => f.write_str(REVERSI),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_each_game_are_read_as_they_are_written() {
        for text in ["8x8,reversi", "8x8,k=5", "7x6,k=4,gravity"] {
            let rules: Result<GameRules, _> = text.parse();
            assert_eq!(rules.map(|rules| rules.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("8x8, reversi".parse(), Ok(GameRules::Reversi));
        for text in [
            "9x9,reversi",
            "reversi",
            "8x8,reversi,torus",
            "8x8,k=5,reversi",
        ] {
            let error = text.parse::<GameRules>().expect_err(text).to_string();
            assert!(error.contains("expected 8x8,reversi"), "{error}");
        }
        let error = "8x8,othello".parse::<GameRules>().expect_err("no rule");
        assert!(error.to_string().contains("or 8x8,reversi"), "{error}");
        let error = GameRules::Reversi.in_a_row().expect_err("another game");
        assert!(error.to_string().contains("'8x8,reversi' is no game of"));
    }
}
