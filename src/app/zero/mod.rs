//! `zero`: learning from nothing by tree search, generation after generation in a folder.

mod args;
mod gomoku_rules;
mod history;
mod labelled;
mod ladder;
mod next_steps;
mod page;
mod probe;
mod report;
mod run;
mod serve;
#[cfg(test)]
mod told;

pub(super) use args::ZeroCommand;
pub(super) use gomoku_rules::gomoku_of;
pub(super) use run::run;
#[cfg(test)]
pub(super) use told::small;
