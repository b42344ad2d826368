//! `book`: opening books, which are position databases that the engine has searched.

mod cli;
mod run;

pub(super) use cli::BookCommand;
pub(super) use run::run;
