//! Who sits on a seat, and the level that follows the results.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

/// How well Kagetsu plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Level {
    /// From 1, a beginner, to 10.
    Fixed(u8),
    /// Follows the person's results.
    Auto,
}

impl Level {
    /// The weakest.
    pub const LOWEST: u8 = 1;
    /// The strongest.
    pub const HIGHEST: u8 = 10;
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => write!(f, "{number}"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl FromStr for Level {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("auto") {
            return Ok(Self::Auto);
        }
        let number = text.parse().ok();
        number
            .filter(|number| (Self::LOWEST..=Self::HIGHEST).contains(number))
            .map(Self::Fixed)
            .ok_or_else(|| {
                ParseTextError::new(text, "not a level", "a number from 1 to 10, or auto")
            })
    }
}

impl TryFrom<String> for Level {
    type Error = ParseTextError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Level> for String {
    fn from(level: Level) -> Self {
        level.to_string()
    }
}

/// Who moves for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Occupant {
    /// A person at this machine.
    Person,
    /// Kagetsu.
    Kagetsu(Level),
    /// Another program, by its name.
    Program(String),
    /// A guest, by name: a person who plays from elsewhere, over the network.
    #[serde(rename = "remote")]
    Guest(String),
}

impl Occupant {
    /// Is it a guest?
    pub(crate) const fn is_guest(&self) -> bool {
        matches!(self, Self::Guest(_))
    }

    /// Is it a person, here or a guest?
    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Self::Person | Self::Guest(_))
    }

    /// What Kagetsu is called; in records its level follows.
    pub(crate) const KAGETSU: &'static str = "Kagetsu";

    /// The level of Kagetsu that a name in records tells, if it is the name of Kagetsu, in letters of either case.
    pub(crate) fn level_of(name: &str) -> Option<Level> {
        let (program, level) = name.split_once(' ')?;
        let is_kagetsu = program.eq_ignore_ascii_case(Self::KAGETSU);
        level.trim().parse().ok().filter(|_| is_kagetsu)
    }

    /// The name in records.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Person => "Person".to_string(),
            Self::Kagetsu(level) => format!("{} {level}", Self::KAGETSU),
            Self::Program(name) | Self::Guest(name) => name.clone(),
        }
    }
}

/// Who moves for a seat by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Mover {
    /// Kagetsu at a level.
    Kagetsu(u8),
    /// Another program, by its name.
    Program(String),
}

/// The level of `auto`: one up when the person wins, one down when the person loses, and never out of range. So in the long run
/// a person wins about half of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutoLevel {
    level: u8,
}

/// Where `auto` begins.
const FIRST_LEVEL: u8 = 3;

impl Default for AutoLevel {
    fn default() -> Self {
        Self { level: FIRST_LEVEL }
    }
}

impl AutoLevel {
    /// The level at which Kagetsu plays now.
    pub fn level(self) -> u8 {
        self.level.clamp(Level::LOWEST, Level::HIGHEST)
    }

    /// The person won.
    pub fn person_won(&mut self) {
        self.level = (self.level() + 1).min(Level::HIGHEST);
    }

    /// The person lost.
    pub fn person_lost(&mut self) {
        self.level = (self.level() - 1).max(Level::LOWEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_and_others_are_refused() {
        for level in (Level::LOWEST..=Level::HIGHEST)
            .map(Level::Fixed)
            .chain([Level::Auto])
        {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["0", "11", "", "easy", "-1"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }

    #[test]
    fn auto_follows_the_results_and_stays_in_range() {
        let mut auto = AutoLevel::default();
        auto.person_won();
        assert_eq!(auto.level(), FIRST_LEVEL + 1);
        auto.person_lost();
        assert_eq!(auto.level(), FIRST_LEVEL);
        auto.person_lost();
        assert_eq!(auto.level(), FIRST_LEVEL - 1);
        for _ in 0..50 {
            auto.person_lost();
        }
        assert_eq!(auto.level(), Level::LOWEST);
        for _ in 0..50 {
            auto.person_won();
        }
        assert_eq!(auto.level(), Level::HIGHEST);
    }
}
