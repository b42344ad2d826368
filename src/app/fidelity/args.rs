//! The command line of `fidelity`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use crate::search_args::Threads;
use crate::setting::{Setting, parse_setting};
use crate::value::at_least;
use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;

/// The sub-commands of `fidelity`.
#[derive(Debug, Subcommand)]
pub(crate) enum FidelityCommand {
    /// Choose positions from datasets, search each with many nodes and keep what was found
    ///
    /// Positions in which a five can be made or must be stopped are left out, because every search sees them, and of equal
    /// positions, turned and mirrored ones included, all but one. The same options and datasets give the same file on every
    /// machine, whatever the number of threads.
    Reference(ReferenceArgs),
    /// Search the positions of a reference with few nodes, and compare
    ///
    /// Another setting is measured with --option, another network with --option evaluation=FILE, and the numbers of the
    /// search with the names of `tune` in a build with that feature. Give --out, and --against with the scores of the other
    /// run, to get the differences, whose errors are several times smaller than those of the figures.
    Measure(MeasureArgs),
    /// Compare scores that are kept in files
    Compare(CompareArgs),
    /// Join all shards of one run, given in any order, to the file that the run writes without shards
    Merge(MergeArgs),
}

/// Arguments of `fidelity reference`.
#[derive(Debug, Args)]
pub(crate) struct ReferenceArgs {
    /// Datasets of one rule and size, as `datagen` writes them
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least::<1>)]
    pub(super) positions: usize,
    /// Percentage of the positions that are taken from the trees of searches; the others are taken from the games
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = value_parser!(u8).range(0..=100))]
    pub(super) tree: u8,
    /// Most positions of each kind from one game; more than one make the errors too small
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    pub(super) per_game: usize,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Setting of the engine, named as in INFO lines: `hash_size=4096`, or `evaluation=FILE` for a network; may be given
    /// several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) options: Vec<Setting>,
    /// File to write: a line that tells how it was made, then one JSON object a line: of, moves, best, score, proved
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) work: WorkArgs,
}

/// Arguments of `fidelity measure`.
#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// File of `fidelity reference`
    pub(super) reference: PathBuf,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// For a comparison at equal time: nodes a second of this variant relative to the other, by which --nodes is multiplied
    #[arg(long, value_name = "RATIO", default_value_t = 1.0, value_parser = ratio)]
    pub(super) speed: f64,
    /// Setting of the engine, named as in INFO lines: `hash_size=4096`, or `evaluation=FILE` for a network; may be given
    /// several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) options: Vec<Setting>,
    /// Keep the scores in this file, in the form of the reference
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Print also the differences to the scores in this file
    #[arg(long, value_name = "FILE")]
    pub(super) against: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) work: WorkArgs,
}

/// How searches are shared out and kept.
#[derive(Debug, Args)]
pub(super) struct WorkArgs {
    /// Search only this part of the positions, such as 2/4 for the second of four
    #[arg(long, value_name = "PART")]
    pub(super) shard: Option<Shard>,
    /// Go on with --out, which was made with the same options; begin it if it does not exist
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(super) resume: bool,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Arguments of `fidelity compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// File of `fidelity reference`
    pub(super) reference: PathBuf,
    /// File of `fidelity measure --out`
    pub(super) scores: PathBuf,
    /// Print also the differences to the scores in this file
    #[arg(long, value_name = "FILE")]
    pub(super) against: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `fidelity merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The shards
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.01..=100.0).contains(&number) => Ok(number),
        _ => Err(format!("'{text}' is not a ratio from 0.01 to 100")),
    }
}
