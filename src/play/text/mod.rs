//! Every text that people read, in English and Simplified Chinese, from one set of Fluent files
//! (<https://projectfluent.org>), which Fluent's own libraries fill in here and on the page.

mod catalogue;
mod message;
#[cfg(test)]
mod samples;

pub(crate) use catalogue::Catalogue;
pub use catalogue::{CatalogueError, Language, ParseLanguageError};
pub use message::{Argument, Message, choice_key};
