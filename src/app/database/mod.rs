//! `database`: positions with their values, labels and texts in one file.

mod cli;
mod error;
mod export;
mod import;
mod run;

pub(super) use cli::DatabaseCommand;
pub use error::DatabaseCommandError;
pub(super) use import::Source;
pub(super) use run::run;
