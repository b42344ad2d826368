//! The command line of `zero`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use kagetsu_kernel::Shard;

const EXIT_CODES: &str = "\
The bytes of every file depend on the recipe alone, not on the number of threads and shards. A run that was killed goes on
with the same command.

Exit code: 0 when everything is done, 2 for bad input, 130 when it was broken off, 1 for any other failure.";

/// Commands of `zero`.
#[derive(Debug, Subcommand)]
pub(crate) enum ZeroCommand {
    /// Play the games of a generation, or a part of them
    #[command(after_help = EXIT_CODES)]
    Play(ZeroPlayArgs),
    /// Learn from the games of a generation and those before it: the network of the next one
    #[command(after_help = EXIT_CODES)]
    Learn(ZeroLearnArgs),
    /// Play and learn, generation after generation
    #[command(after_help = EXIT_CODES)]
    Run(ZeroRunArgs),
}

/// Arguments of `zero play`.
#[derive(Debug, Args)]
pub(crate) struct ZeroPlayArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Number of the generation, from 0
    #[arg(long, value_name = "N")]
    pub(super) generation: u32,
    /// Play only this part of the games, such as 2/4 for the second of four
    #[arg(long, value_name = "PART", default_value = "1/1")]
    pub(super) shard: Shard,
    /// Games that are played at the same time (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

/// Arguments of `zero learn`.
#[derive(Debug, Args)]
pub(crate) struct ZeroLearnArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Number of the generation whose games are the newest, from 0
    #[arg(long, value_name = "N")]
    pub(super) generation: u32,
}

/// Arguments of `zero run`.
#[derive(Debug, Args)]
pub(crate) struct ZeroRunArgs {
    /// Folder of the run, which is made where it is missing
    pub(super) folder: PathBuf,
    /// What to do: document, ours, small, or a file of a recipe; a folder that has one needs none
    #[arg(long, value_name = "NAME", conflicts_with = "small")]
    pub(super) recipe: Option<String>,
    /// The recipe small: tic-tac-toe in a minute
    #[arg(long)]
    pub(super) small: bool,
    /// End after so many generations (default: those of the recipe)
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(super) generations: Option<u32>,
    /// Games that are played at the same time (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}
