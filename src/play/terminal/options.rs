//! The options of a game in a terminal.

use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;
use crate::registry::{AnySetup, Kind};
use crate::session::{Level, Occupant};
use crate::text::Language;

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Begins {
    /// The person.
    #[default]
    Person,
    /// Kagetsu.
    Kagetsu,
    /// Two persons at this terminal.
    Both,
    /// Nobody plays: Kagetsu or programs have both sides.
    Nobody,
}

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which game.
    pub game: Kind,
    /// The rule of gomoku.
    pub rule: Rule,
    /// Side of the board.
    pub side: u8,
    /// The opening procedure.
    pub opening: Procedure,
    /// Kagetsu's level.
    pub level: Level,
    /// Who begins.
    pub begins: Begins,
    /// Chooses among Kagetsu's games.
    pub seed: u64,
    /// Language of the messages.
    pub language: Language,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            game: Kind::Gomoku,
            rule: Rule::Freestyle,
            side: 15,
            opening: Procedure::Free,
            level: Level::Fixed(4),
            begins: Begins::Person,
            seed: 1,
            language: Language::En,
        }
    }
}

/// Why options make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// There is no such option.
    #[error(
        "'{0}' is not an option: expected --game, --rule, --size, --opening, --level, --side, --seed, --lang or --plain"
    )]
    Unknown(String),
    /// The option needs a value.
    #[error("{0} needs a value")]
    Missing(String),
    /// The value makes no sense.
    #[error("{option}: {why}")]
    Value {
        /// The option.
        option: String,
        /// Why.
        why: String,
    },
}

impl Options {
    /// Reads `--name value` pairs; `--plain` stands alone and changes nothing.
    ///
    /// ```
    /// use kagetsu_play::terminal::Options;
    /// let options = Options::parse(&["--rule".into(), "renju".into(), "--size".into(), "15".into()])?;
    /// assert_eq!(options.side, 15);
    /// # Ok::<(), kagetsu_play::terminal::OptionsError>(())
    /// ```
    ///
    /// # Errors
    /// [`OptionsError`] quoting the option.
    pub fn parse(arguments: &[String]) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            if name == "--plain" {
                continue;
            }
            let known = [
                "--game",
                "--rule",
                "--size",
                "--opening",
                "--level",
                "--side",
                "--seed",
                "--lang",
            ];
            if !known.contains(&name.as_str()) {
                return Err(OptionsError::Unknown(name.clone()));
            }
            let value = rest
                .next()
                .ok_or_else(|| OptionsError::Missing(name.clone()))?;
            options
                .set(name, value)
                .map_err(|why| OptionsError::Value {
                    option: name.clone(),
                    why,
                })?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        fn read<T: std::str::FromStr<Err: std::fmt::Display>>(value: &str) -> Result<T, String> {
            value.parse().map_err(|error: T::Err| error.to_string())
        }
        match name {
            "--game" => self.game = read(value)?,
            "--rule" => self.rule = read(value)?,
            "--opening" => self.opening = read(value)?,
            "--level" => self.level = read(value)?,
            "--lang" => self.language = read(value)?,
            "--seed" => {
                let wrong = || format!("'{value}' is not a whole number");
                self.seed = value.parse().map_err(|_| wrong())?;
            }
            "--size" => {
                let wrong = || format!("'{value}' is not a number of points");
                self.side = value.parse().map_err(|_| wrong())?;
            }
            _ => {
                self.begins = match value {
                    "black" | "red" | "first" => Begins::Person,
                    "white" | "blue" | "second" => Begins::Kagetsu,
                    "both" => Begins::Both,
                    "none" => Begins::Nobody,
                    _ => return Err(format!("'{value}' is not black, white, both or none")),
                }
            }
        }
        Ok(())
    }

    /// What the game starts from.
    pub const fn setup(&self) -> AnySetup {
        if self.game.has_setup() {
            AnySetup::Gomoku(Setup::square(self.rule, self.side).with_opening(self.opening))
        } else {
            AnySetup::Plain { game: self.game }
        }
    }

    /// Who sits where; the programs of these names take the places of Kagetsu.
    ///
    /// # Errors
    /// [`OptionsError::Value`] for programs in a game that they do not play.
    pub fn seats(&self, programs: &[String]) -> Result<[Occupant; 2], OptionsError> {
        if !programs.is_empty() && !self.game.has_setup() {
            return Err(OptionsError::Value {
                option: "--engine".to_string(),
                why: format!("engines play gomoku, not {}", self.game),
            });
        }
        let mut programs = programs.iter().cloned().map(Occupant::Program);
        let mut opponent = || {
            let program = programs.next();
            program.unwrap_or(Occupant::Kagetsu(self.level))
        };
        Ok(match self.begins {
            Begins::Person => [Occupant::Person, opponent()],
            Begins::Kagetsu => [opponent(), Occupant::Person],
            Begins::Both => [Occupant::Person, Occupant::Person],
            Begins::Nobody => [opponent(), opponent()],
        })
    }
}
