//! `database`: positions with their values, labels and texts in one file.

mod board;
mod cli;
mod export;
mod import;
mod run;
mod show;

pub(super) use board::board_of;
pub(super) use cli::{DatabaseCommand, ShowArgs};
pub(super) use import::Source;
pub(super) use run::run;
pub(super) use show::{Shown, show};
