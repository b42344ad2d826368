//! `zero`: learning from nothing by tree search, generation after generation in a folder.

mod args;
mod history;
mod labelled;
mod ladder;
mod page;
mod probe;
mod report;
mod run;
mod serve;

pub(super) use args::ZeroCommand;
pub(super) use run::run;
