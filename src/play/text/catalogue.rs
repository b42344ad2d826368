//! Reading the files and filling in messages.

use std::fmt;
use std::str::FromStr;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

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

    /// Its texts, in the form of Fluent.
    pub const fn source(self) -> &'static str {
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
    /// Two messages have the same key.
    #[error("a message is there twice: {0}")]
    Twice(String),
}

/// All texts of a language.
pub(crate) struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// Keys, and the keys of the texts that stand for theirs.
    words: &'static [(&'static str, &'static str)],
}

impl Catalogue {
    /// The texts of a language.
    ///
    /// # Errors
    /// [`CatalogueError`]; the files of the program have none.
    pub(crate) fn of(language: Language) -> Result<Self, CatalogueError> {
        Self::parse(language, language.source())
    }

    /// Reads texts in the form of Fluent.
    ///
    /// # Errors
    /// [`CatalogueError`]
    fn parse(language: Language, source: &str) -> Result<Self, CatalogueError> {
        let resource = FluentResource::try_new(source.to_string())
            .map_err(|(_, errors)| CatalogueError::Form(format!("{errors:?}")))?;
        let locale: LanguageIdentifier = language.name().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks of direction around the arguments would be seen in terminals. Both languages run from left to right.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .map_err(|errors| CatalogueError::Twice(format!("{errors:?}")))?;
        Ok(Self { bundle, words: &[] })
    }

    /// The same texts, in which keys stand for the texts of other keys.
    #[must_use]
    pub(crate) fn reworded(self, words: &'static [(&'static str, &'static str)]) -> Self {
        Self { words, ..self }
    }

    /// Is there a text with this key?
    #[cfg(test)]
    pub(crate) fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// A text without arguments. A missing one is shown as its key.
    pub(crate) fn word(&self, key: &str) -> String {
        self.say(&Message::new(key))
    }

    /// The text of a message. What is missing is shown as its key.
    pub(crate) fn say(&self, message: &Message) -> String {
        self.format(message, &mut Vec::new())
    }

    fn format(&self, message: &Message, errors: &mut Vec<FluentError>) -> String {
        let key = message.key.as_str();
        let other = self.words.iter().find(|(known, _)| *known == key);
        let found = other.and_then(|(_, other)| self.bundle.get_message(other));
        let found = found.or_else(|| self.bundle.get_message(key));
        let Some(pattern) = found.and_then(|message| message.value()) else {
            return key.to_string();
        };
        let mut arguments = FluentArgs::new();
        for (place, argument) in &message.arguments {
            let value = match argument {
                Argument::Text(text) => FluentValue::from(text.as_str()),
                Argument::Number(number) => FluentValue::from(*number),
                Argument::Word(key) => FluentValue::from(self.word(key)),
            };
            arguments.set(place.as_str(), value);
        }
        self.bundle
            .format_pattern(pattern, Some(&arguments), errors)
            .into_owned()
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue")
            .field("locales", &self.bundle.locales)
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
impl Catalogue {
    /// All keys, in order.
    pub(crate) fn keys(language: Language) -> Vec<String> {
        let starts_message =
            |line: &&str| line.starts_with(|sign: char| sign.is_ascii_alphabetic());
        let lines = language.source().lines().filter(starts_message);
        let keys = lines.filter_map(|line| line.split_once(" ="));
        let mut keys: Vec<String> = keys.map(|(key, _)| key.to_string()).collect();
        keys.sort_unstable();
        keys
    }

    /// The names of the places in a text.
    pub(crate) fn places(&self, key: &str) -> Vec<String> {
        let mut errors = Vec::new();
        self.format(&Message::new(key), &mut errors);
        let mut names: Vec<String> = errors.iter().map(missing_place).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
fn missing_place(error: &FluentError) -> String {
    use fluent_bundle::resolver::ResolverError;
    use fluent_bundle::resolver::errors::ReferenceKind;
    match error {
        FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id })) => {
            id.clone()
        }
        other => panic!("{other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Choice, Refusal, Spot, Step};
    use crate::gomoku::{Gomoku, Rule, Setup};
    use crate::player::OutsideFault;
    use crate::session::Event;

    fn catalogues() -> [Catalogue; 2] {
        Language::ALL.map(|language| Catalogue::of(language).expect("the files are sound"))
    }

    #[test]
    fn both_languages_have_the_same_keys_and_places() {
        let [english, chinese] = catalogues();
        let keys = Catalogue::keys(Language::En);
        assert_eq!(keys, Catalogue::keys(Language::Zh));
        for key in &keys {
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
                    assert!(message.arguments.contains_key(&place), "{message:?}");
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
        let choices = Choice::ALL.map(Step::Choose);
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
        let keys = Catalogue::keys(Language::En);
        for key in &keys {
            assert!(
                english
                    .word(key)
                    .chars()
                    .all(|letter| (letter as u32) < 0x3000),
                "{key}"
            );
        }
        let same: Vec<&str> = keys
            .iter()
            .map(String::as_str)
            .filter(|key| english.word(key) == chinese.word(key))
            .collect();
        // Words that are written alike in both.
        let alike = ["program-name"];
        assert!(same.iter().all(|key| alike.contains(key)), "{same:?}");
    }

    #[test]
    fn one_is_said_otherwise_than_many() {
        let [english, chinese] = catalogues();
        let moves = |count| Message::new("moves-count").with_number("count", count);
        assert_eq!(english.say(&moves(1)), "1 move");
        assert_eq!(english.say(&moves(1200)), "1200 moves");
        assert_eq!(chinese.say(&moves(1)), "1 手");
        assert_eq!(chinese.say(&moves(1200)), "1200 手");
    }

    #[test]
    fn damaged_files_are_refused() {
        let parse = |text| Catalogue::parse(Language::En, text).map(|_| ());
        assert!(matches!(parse("a = { $b"), Err(CatalogueError::Form(_))));
        assert!(matches!(
            parse("a = x\na = y\n"),
            Err(CatalogueError::Twice(_))
        ));
    }
}
