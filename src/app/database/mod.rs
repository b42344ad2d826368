//! `database`: positions with their values, labels and texts in one file.

mod cli;
mod error;
mod import;
mod run;

pub(super) use cli::DatabaseCommand;
pub use error::DatabaseCommandError;
pub(super) use run::run;
