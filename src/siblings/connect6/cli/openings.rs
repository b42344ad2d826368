//! The command `openings`.

use clap::{Args, value_parser};

use super::super::even_openings::even_openings;
use super::super::written_turns::write_turns;
use kagetsu_siblings::command::{CommandError, Console};
use kagetsu_siblings::learning::ThreadArgs;

/// Most positions for a turn of a game of the engine against itself.
const MAX_GAME_NODES: u64 = 1_000_000_000;

/// How openings are found.
#[derive(Clone, Copy, Debug, Args)]
pub struct OpeningsArgs {
    /// Number of openings
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    count: u32,
    /// Positions to search for each turn of the games
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u64).range(1..=MAX_GAME_NODES))]
    nodes: u64,
    /// Start of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings are tried side by side
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Prints each opening as soon as it is found: its turns with blanks between them.
pub(super) fn run(args: &OpeningsArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let openings = even_openings(args.nodes, args.seed, args.threads.count());
    for opening in openings.take(args.count as usize) {
        writeln!(console.out, "{}", write_turns(opening.turns()))?;
        console.out.flush()?;
    }
    Ok(())
}
