//! `games`: the moves and openings of many games with their results, and the games in which a position or a pattern occurs.

mod cli;
mod find;
mod moves;
mod openings;
mod read;
mod table;

use std::io::Write;

use super::error::CommandError;

pub(super) use cli::GamesCommand;

/// Does what is asked. Returns the exit code.
pub(super) fn run(
    command: &GamesCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    match command {
        GamesCommand::Moves(args) => moves::run(args, out, err),
        GamesCommand::Openings(args) => openings::run(args, out, err),
        GamesCommand::Find(args) => find::run(args, out, err),
    }
}
