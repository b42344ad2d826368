//! Reading the files and filling in messages.

use std::error::Error;
use std::fmt;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::game::Refusal;

use super::language::Language;
use super::message::{Argument, Message};

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
        Self::parse(language, &language.sources())
    }

    /// Reads texts in the form of Fluent.
    ///
    /// # Errors
    /// [`CatalogueError`]
    fn parse(language: Language, sources: &[&str]) -> Result<Self, CatalogueError> {
        let locale: LanguageIdentifier = language.name().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks of direction around the arguments would be seen in terminals. All languages here run from left to right.
        bundle.set_use_isolating(false);
        for source in sources {
            let resource = FluentResource::try_new((*source).to_string())
                .map_err(|(_, errors)| CatalogueError::Form(format!("{errors:?}")))?;
            bundle
                .add_resource(resource)
                .map_err(|errors| CatalogueError::Twice(format!("{errors:?}")))?;
        }
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
                Argument::Message(message) => FluentValue::from(self.format(message, errors)),
            };
            arguments.set(place.as_str(), value);
        }
        self.bundle
            .format_pattern(pattern, Some(&arguments), errors)
            .into_owned()
    }
}

impl Language {
    /// One text in this language. Who needs many keeps the texts; this reads all of them.
    ///
    /// # Errors
    /// [`CatalogueError`]; the files of the program have none.
    pub fn say(self, message: &Message) -> Result<String, CatalogueError> {
        Ok(Catalogue::of(self)?.say(message))
    }
}

/// In English, without a full stop, for errors.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A program whose texts are elsewhere may not have them, and is smaller without Fluent.
        if cfg!(kagetsu_files_outside) {
            return write!(f, "{self:?}");
        }
        let said = Language::En.say(&self.message()).unwrap_or_default();
        f.write_str(said.trim_end_matches('.'))
    }
}

impl Error for Refusal {}

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

    #[test]
    fn damaged_files_are_refused() {
        let parse = |text| Catalogue::parse(Language::En, &[text]).map(|_| ());
        assert!(matches!(parse("a = { $b"), Err(CatalogueError::Form(_))));
        assert!(matches!(
            parse("a = x\na = y\n"),
            Err(CatalogueError::Twice(_))
        ));
    }
}
