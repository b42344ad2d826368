//! Every text that people read, in English and Simplified Chinese, from one set of Fluent files
//! (<https://projectfluent.org>). Messages hold plain text and `{ $name }` places only, so that the page can fill
//! them with the same few lines as this crate.

mod catalogue;
mod message;

pub use catalogue::{Catalogue, CatalogueError, Language, ParseLanguageError};
pub use message::{Argument, Message, choice_key};
