//! The command line of `solve`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;
use kagetsu_kernel::seconds::Seconds;

use crate::position_arg::PositionArgs;
use crate::value::worker_count;

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(
    after_help = "A file may hold many positions: the ends of games (or, with --at, an earlier position of each), a position a line, or a table of a name, a side, Black's stones and White's, separated by tabs."
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(super) input: PositionArgs,
    #[command(flatten)]
    pub(super) means: MeansArgs,
    /// Find the win by fours that needs the fewest fours; wins by other means are not looked for in order of length
    #[arg(long, conflicts_with_all = ["vct", "full"])]
    pub(super) shortest: bool,
    /// Most time for each position, such as 0.5 or 500ms
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub(super) time: Seconds,
    /// Most nodes to search for each position
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Positions of a file that are solved at the same time; a single position uses one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = worker_count())]
    pub(super) threads: u16,
    /// Solve only this part of the positions, such as 2/4 for the second of four
    #[arg(long, value_name = "PART")]
    pub(super) shard: Option<Shard>,
    /// Memory for the tables of all threads together
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u64).range(1..=1_048_576))]
    pub(super) memory: u64,
    /// Print one JSON object a line: id, verdict (win, none or unknown), side, line, nodes, ms, value (win, loss or draw, if it
    /// is known), means, plies, and limit (time, nodes, memory or interrupted, if verdict or value is not known)
    #[arg(long)]
    pub(super) json: bool,
    /// Write the complete tree of every proved win or loss to this file, as SGF with variations
    #[arg(long, value_name = "FILE")]
    pub(super) tree: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// The means by which `solve` looks for a win. Without any of them it tries one after the other.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct MeansArgs {
    /// Only wins by continuous fours
    #[arg(long)]
    pub(super) vcf: bool,
    /// Only wins by continuous threats, fours included
    #[arg(long)]
    pub(super) vct: bool,
    /// The exact value, by trying all moves: for small boards and late positions
    #[arg(long)]
    pub(super) full: bool,
}
