//! The rules of the game and the three facts in which they differ.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::{ParseTextError, Side};

/// A set of rules, with its number in the Gomocup protocol (`INFO rule`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Rule {
    /// 0: five or more in a row win.
    #[default]
    Freestyle,
    /// 1: exactly five win; a longer row is nothing.
    Standard,
    /// 4: Black wins with exactly five and has forbidden points; White wins with five or more.
    Renju,
    /// 8: exactly five win unless opponent stones close both ends; six or more win always.
    Caro,
    /// 9: as Caro, but six or more are nothing.
    CaroExact,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] = [
        Self::Freestyle,
        Self::Standard,
        Self::Renju,
        Self::Caro,
        Self::CaroExact,
    ];

    /// Must a winning row be exactly five stones long for this side?
    pub(crate) const fn exact_five(self, side: Side) -> bool {
        match self {
            Self::Freestyle | Self::Caro => false,
            Self::Standard | Self::CaroExact => true,
            Self::Renju => matches!(side, Side::Black),
        }
    }

    /// Is a five void when opponent stones close both its ends?
    pub const fn void_if_closed(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// Does Black have forbidden points?
    pub const fn black_forbidden(self) -> bool {
        matches!(self, Self::Renju)
    }

    /// Does this side have forbidden points?
    pub(crate) const fn may_foul(self, side: Side) -> bool {
        self.black_forbidden() && matches!(side, Side::Black)
    }

    /// Number in the protocol.
    pub const fn number(self) -> u32 {
        match self {
            Self::Freestyle => 0,
            Self::Standard => 1,
            Self::Renju => 4,
            Self::Caro => 8,
            Self::CaroExact => 9,
        }
    }

    /// The rule of a bit mask of the protocol: 1 exactly five, 4 renju, 8 caro. The other bits say nothing of the rule. Renju
    /// has priority, because playing its forbidden points loses games.
    pub const fn of_mask(mask: i64) -> Self {
        const EXACT_FIVE: i64 = 1;
        const RENJU: i64 = 4;
        const CARO: i64 = 8;
        match (mask & (RENJU | CARO), mask & EXACT_FIVE) {
            (0, 0) => Self::Freestyle,
            (0, _) => Self::Standard,
            (CARO, 0) => Self::Caro,
            (CARO, _) => Self::CaroExact,
            _ => Self::Renju,
        }
    }

    /// The rule of a number of Yixin-Board, which has some of its own: 2 is renju; 5 and 6, of Gomocalc, are freestyle with a
    /// swap after the first move and with swap2.
    pub const fn of_yixin(number: i64) -> Self {
        match number {
            2 => Self::Renju,
            5 | 6 => Self::Freestyle,
            mask => Self::of_mask(mask),
        }
    }

    /// The rule with this number in the protocol.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.number() == number)
    }

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rule| {
                rule.name().eq_ignore_ascii_case(text) || rule.number().to_string() == text
            })
            .ok_or_else(|| {
                ParseTextError::new(
                    text,
                    "not a rule",
                    "freestyle, standard, renju, caro or caro-exact, or a number 0, 1, 4, 8, 9",
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_round_trip() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
            assert_eq!(rule.number().to_string().parse(), Ok(rule));
            assert_eq!(Rule::from_number(rule.number()), Some(rule));
            assert_eq!(Rule::of_mask(rule.number().into()), rule);
        }
        assert_eq!(format!("{:10}|", Rule::Caro), "caro      |");
        assert_eq!(Rule::from_number(2), None);
        assert!("chess".parse::<Rule>().is_err());
    }
}
