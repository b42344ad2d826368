//! `tune`: tunes the parameters of an engine by games that it plays against itself.

mod args;
mod prepare;
mod run;

pub(super) use args::TuneArgs;
pub(super) use run::run;
