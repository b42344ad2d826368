//! Every text that people read, in each language from three Fluent files (<https://projectfluent.org>), which Fluent's own
//! libraries fill in here and on the page: one for all that is seen, one for what only the terminals say, and one for the
//! chapters to learn from. Another language is `xx.ftl`, `terminal/xx.ftl`, `learn/xx.ftl` and one line in `language.rs`.

mod catalogue;
mod language;
mod message;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub(crate) use catalogue::Catalogue;
pub use catalogue::CatalogueError;
pub use language::Language;
pub(crate) use language::locale;
pub use message::Message;
pub(crate) use message::{choice_key, foul_key};
