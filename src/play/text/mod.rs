//! Every text that people read, in each language from one Fluent file (<https://projectfluent.org>), which Fluent's own
//! libraries fill in here and on the page. The rules for players lie beside them in Markdown. Another language is one file
//! `xx.ftl`, its rules, and one line in `language.rs`.

mod catalogue;
mod language;
mod message;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub(crate) use catalogue::Catalogue;
pub use catalogue::CatalogueError;
pub use language::{Language, ParseLanguageError};
pub use message::{Argument, Message, choice_key};
