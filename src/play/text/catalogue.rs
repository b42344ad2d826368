//! Reading the files and filling in messages.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement};
use serde::{Deserialize, Serialize, Serializer};

use super::message::{Argument, Message};

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

/// A name that no language has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a language: expected en or zh")]
pub struct ParseLanguageError(String);

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    const fn source(self) -> &'static str {
        match self {
            Self::En => include_str!("en.ftl"),
            Self::Zh => include_str!("zh.ftl"),
        }
    }

    /// The language of the messages that the variables of the environment ask for, as POSIX has it: the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is not empty. English if there is none that is known.
    ///
    /// ```
    /// use kagetsu_play::text::Language;
    /// let chinese = |name: &str| (name == "LANG").then(|| "zh_CN.UTF-8".to_string());
    /// assert_eq!(Language::of_environment(chinese), Language::Zh);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let locale = set.filter_map(variable).find(|value| !value.is_empty());
        let locale = locale.unwrap_or_default();
        let tag = locale.split(['_', '-', '.', '@']).next();
        tag.and_then(|tag| tag.parse().ok()).unwrap_or_default()
    }

    /// Its tag.
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|language| language.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseLanguageError(text.to_string()))
    }
}

/// What is wrong with a file of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// It is not in the form of Fluent.
    #[error("the texts are not in the form of Fluent: {0}")]
    Form(String),
    /// A message uses more than text and places.
    #[error("message '{0}' uses more than plain text and places for arguments")]
    TooMuch(String),
    /// Two messages have the same key.
    #[error("message '{0}' is there twice")]
    Twice(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Place(String),
}

/// All texts of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    messages: BTreeMap<String, Vec<Piece>>,
}

impl Catalogue {
    /// The texts of a language.
    ///
    /// # Errors
    /// [`CatalogueError`]; the files of the program have none.
    pub fn of(language: Language) -> Result<Self, CatalogueError> {
        Self::parse(language.source())
    }

    /// Reads texts in the form of Fluent.
    ///
    /// # Errors
    /// [`CatalogueError`]
    pub fn parse(source: &str) -> Result<Self, CatalogueError> {
        let resource = fluent_syntax::parser::parse(source)
            .map_err(|(_, errors)| CatalogueError::Form(format!("{errors:?}")))?;
        let mut messages = BTreeMap::new();
        for entry in resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let key = message.id.name.to_string();
            let too_much = || CatalogueError::TooMuch(key.clone());
            let pattern = message.value.ok_or_else(too_much)?;
            let pieces: Option<Vec<Piece>> = pattern.elements.into_iter().map(piece).collect();
            let pieces = pieces.ok_or_else(too_much)?;
            if messages.insert(key.clone(), pieces).is_some() {
                return Err(CatalogueError::Twice(key));
            }
        }
        Ok(Self { messages })
    }

    /// The same texts, in which keys stand for the texts of other keys.
    #[must_use]
    pub fn reworded(mut self, words: &[(&str, &str)]) -> Self {
        for &(key, other) in words {
            if let Some(pieces) = self.messages.get(other).cloned() {
                self.messages.insert(key.to_string(), pieces);
            }
        }
        self
    }

    /// Is there a text with this key?
    pub fn has(&self, key: &str) -> bool {
        self.messages.contains_key(key)
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// The names of the places in a text.
    pub fn places(&self, key: &str) -> Vec<&str> {
        let pieces = self.messages.get(key).into_iter().flatten();
        let mut names: Vec<&str> = pieces
            .filter_map(|piece| match piece {
                Piece::Place(name) => Some(name.as_str()),
                Piece::Text(_) => None,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// A text without arguments. A missing one is shown as its key.
    pub fn word(&self, key: &str) -> String {
        self.say(&Message::new(key))
    }

    /// The text of a message. What is missing is shown as its key.
    pub fn say(&self, message: &Message) -> String {
        let Some(pieces) = self.messages.get(&message.key) else {
            return message.key.clone();
        };
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Place(name) => match message.arguments.get(name) {
                    Some(Argument::Text(text)) => text.clone(),
                    Some(Argument::Word(key)) => self.word(key),
                    None => name.clone(),
                },
            })
            .collect()
    }
}

fn piece(element: PatternElement<&str>) -> Option<Piece> {
    match element {
        PatternElement::TextElement { value } => Some(Piece::Text(value.to_string())),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::VariableReference { id }),
        } => Some(Piece::Place(id.name.to_string())),
        PatternElement::Placeable { .. } => None,
    }
}

/// A map from keys to texts with `{name}` for every place.
impl Serialize for Catalogue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.messages.iter().map(|(key, pieces)| {
            let text: String = pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Place(name) => format!("{{{name}}}"),
                })
                .collect();
            (key, text)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Refusal, Spot, Step};
    use crate::gomoku::{CHOICES, Gomoku, Rule, Setup};
    use crate::player::OutsideFault;
    use crate::session::Event;

    fn catalogues() -> [Catalogue; 2] {
        Language::ALL.map(|language| Catalogue::of(language).expect("the files are sound"))
    }

    #[test]
    fn both_languages_have_the_same_keys_and_places() {
        let [english, chinese] = catalogues();
        assert!(english.keys().eq(chinese.keys()));
        for key in english.keys() {
            assert_eq!(english.places(key), chinese.places(key), "{key}");
        }
    }

    #[test]
    fn every_event_and_refusal_has_a_text_with_all_its_arguments() {
        let events = Event::samples().into_iter().map(|event| event.message());
        let refusals = Refusal::samples()
            .into_iter()
            .map(|refusal| refusal.message());
        let faults = OutsideFault::samples()
            .into_iter()
            .map(|fault| fault.message("?"));
        for message in events.chain(refusals).chain(faults) {
            for catalogue in catalogues() {
                assert!(catalogue.has(&message.key), "{message:?}");
                for place in catalogue.places(&message.key) {
                    assert!(message.arguments.contains_key(place), "{message:?}");
                }
                for argument in message.arguments.values() {
                    if let Argument::Word(key) = argument {
                        assert!(catalogue.has(key), "{key}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_hint_may_be_a_move_or_a_decision() {
        let game = Gomoku::start(&Setup::square(Rule::Freestyle, 15)).expect("a sound setup");
        let [english, _] = catalogues();
        let choices = CHOICES.map(Step::Choose);
        let steps = [
            Step::Pass,
            Step::Announce(3),
            Step::stone(Spot::new(7, 7)),
            Step::Offer(Spot::new(7, 8).into()),
            Step::Pick(Spot::new(7, 9).into()),
        ];
        let said: Vec<String> = choices
            .into_iter()
            .chain(steps)
            .map(|step| english.say(&Message::hint(&game, step)))
            .collect();
        let expected = [
            "Hint: Keep the colours.",
            "Hint: Exchange the colours.",
            "Hint: Place two more stones.",
            "Hint: Offer ten fifth moves.",
            "Hint: Pass.",
            "Hint: 3.",
            "Hint: h8.",
            "Hint: h7.",
            "Hint: h6.",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn chinese_is_chinese_and_english_is_not() {
        let [english, chinese] = catalogues();
        for key in english.keys() {
            assert!(
                english
                    .word(key)
                    .chars()
                    .all(|letter| (letter as u32) < 0x3000),
                "{key}"
            );
        }
        let same: Vec<&str> = english
            .keys()
            .filter(|key| english.word(key) == chinese.word(key))
            .collect();
        // Words that are written alike in both.
        let alike = ["program-name"];
        assert!(same.iter().all(|key| alike.contains(key)), "{same:?}");
    }

    #[test]
    fn damaged_files_are_refused() {
        assert!(matches!(
            Catalogue::parse("a = { $b"),
            Err(CatalogueError::Form(_))
        ));
        assert_eq!(
            Catalogue::parse("a = x { NUMBER($b) }\n"),
            Err(CatalogueError::TooMuch("a".to_string()))
        );
        assert_eq!(
            Catalogue::parse("a = x\na = y\n"),
            Err(CatalogueError::Twice("a".to_string()))
        );
    }
}
