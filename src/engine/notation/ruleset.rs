//! The rules of a recorded game: a rule of Gomoku, or another game.

use std::fmt;
use std::str::FromStr;

use kagetsu_gomoku::board::Rule;

const REVERSI: &str = "reversi";
const CONNECT6: &str = "connect6";

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// Gomoku by this rule.
    Gomoku(Rule),
    /// Reversi.
    Reversi,
    /// Connect6.
    Connect6,
}

impl Ruleset {
    /// Its name in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomoku(rule) => rule.name(),
            Self::Reversi => REVERSI,
            Self::Connect6 => CONNECT6,
        }
    }

    /// The rule of Gomoku. `None` for another game.
    pub const fn gomoku(self) -> Option<Rule> {
        match self {
            Self::Gomoku(rule) => Some(rule),
            Self::Reversi | Self::Connect6 => None,
        }
    }
}

impl From<Rule> for Ruleset {
    fn from(rule: Rule) -> Self {
        Self::Gomoku(rule)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Ruleset {
    type Err = <Rule as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            REVERSI => Ok(Self::Reversi),
            CONNECT6 => Ok(Self::Connect6),
            _ => text.parse().map(Self::Gomoku),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let all = [Ruleset::Reversi, Ruleset::Connect6];
        for rules in all
            .into_iter()
            .chain(Rule::ALL.into_iter().map(Ruleset::from))
        {
            assert_eq!(rules.name().parse(), Ok(rules));
        }
        assert!("chess".parse::<Ruleset>().is_err());
    }
}
