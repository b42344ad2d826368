//! `dataset`: inspects files of games for learning, and makes others from them.

mod cli;
mod files;
mod summary;

mod change;
mod import;
mod json_lines;
mod merge;
mod npy;
mod numpy;
mod relabel;
#[cfg(test)]
mod relabel_tests;
mod run;

pub(super) use cli::DatasetCommand;
pub(super) use files::{ALL_GAMES, SHARD, begun, bytes_of, fault, note_text, open, other_kind};
pub(super) use run::run;
pub(super) use summary::write_summary;
