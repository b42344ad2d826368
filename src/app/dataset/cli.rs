//! The command line of `dataset`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use kagetsu_kernel::file::Overwrite;
use kagetsu_training::dataset::TrainingResult;

use super::import::ImportArgs;
use super::relabel::RelabelArgs;

/// The sub-commands of `dataset`.
#[derive(Debug, Subcommand)]
pub(crate) enum DatasetCommand {
    /// Count games, results and positions, and check every game by its rule
    ///
    /// A file that cannot be used is named, the others are counted all the same, and the exit code is then 2.
    Info {
        /// Datasets
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print one JSON object for each file: its name, rule, size, note, bytes and the counts
        #[arg(long)]
        json: bool,
    },
    /// Make a dataset of samples of c-gomoku-cli (csv, bin or binpack)
    ///
    /// Samples of one game are joined to it. They have no scores: `train` learns from the moves and the results, and from the
    /// scores that `dataset relabel` adds. A file that is wrong is refused as a whole.
    Import(ImportArgs),
    /// Leave out positions that occur too often
    ///
    /// Positions that are equal turned or mirrored count as one. The first plies of a game whose positions have occurred
    /// often enough become part of its opening. A game of which nothing is left is dropped.
    Dedupe(DedupeArgs),
    /// Keep only some of the games
    Filter(FilterArgs),
    /// Put the games into a random order
    Shuffle(ShuffleArgs),
    /// Split the games in two; games from the same opening, turned or mirrored, stay together
    ///
    /// Games that begin with fewer than three stones stay together if their first six moves are the same.
    Split(SplitArgs),
    /// Join datasets of the same rule and size
    Merge(MergeArgs),
    /// Search positions again with more nodes, and give them a second label
    ///
    /// The games stay as they are. `train --label` says which label is learned from. Positions in which a five, an open four
    /// or two threats at once can be made, or a five must be stopped, get none, because nothing is learned from them. The
    /// same file and options give the same file, whatever the number of threads. Exit code 130: interrupted, --resume goes on.
    Relabel(RelabelArgs),
    /// Finish a file whose writer was killed: cut off a partly written game and add the end mark
    ///
    /// Of `dataset relabel` it then holds a part of the games; `--resume` makes the rest.
    Repair {
        /// Dataset; the file is changed in place
        file: PathBuf,
    },
    /// Write the games as JSON lines or as numpy arrays
    Export(ExportArgs),
}

/// The dataset to read and the one to write.
#[derive(Debug, Args)]
pub(super) struct InAndOut {
    /// Dataset to read
    pub(super) file: PathBuf,
    /// Dataset to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// Arguments of `dataset dedupe`.
#[derive(Debug, Args)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(super) files: InAndOut,
    /// Most occurrences of a position that are kept
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..))]
    pub(super) cap: u32,
}

/// Arguments of `dataset filter`.
#[derive(Debug, Args)]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    pub(super) files: InAndOut,
    /// Fewest plies after the opening
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_plies: usize,
    /// Most plies after the opening (default: any number)
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<usize>,
    /// Results of the games to keep: who wins, or a draw, separated by commas (default: all)
    #[arg(long, value_name = "RESULT", value_delimiter = ',')]
    pub(super) result: Vec<TrainingResult>,
    /// Farthest that the score of the first ply may be from zero, in units of the evaluation; games without scores are
    /// left out
    #[arg(long, value_name = "UNITS")]
    pub(super) balance: Option<u16>,
}

/// Arguments of `dataset shuffle`.
#[derive(Debug, Args)]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    pub(super) files: InAndOut,
    /// Seed of the order
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// Arguments of `dataset split`.
#[derive(Debug, Args)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(super) files: InAndOut,
    /// Dataset to write the other games to
    #[arg(long, value_name = "FILE")]
    pub(super) rest: PathBuf,
    /// Share of the games that goes to --out
    #[arg(long, value_name = "PERCENT", default_value_t = 90, value_parser = value_parser!(u8).range(0..=100))]
    pub(super) share: u8,
    /// Seed of the split
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// Arguments of `dataset merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Datasets to read
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Join all shards of one run of `datagen` or `dataset relabel`, given in any order, to the file that the run writes
    /// without shards
    #[arg(long)]
    pub(super) shards: bool,
    /// Dataset to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// Arguments of `dataset export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Dataset to read
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) form: ExportForm,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// The form of an export.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct ExportForm {
    /// Write one JSON object for each game to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) jsonl: Option<PathBuf>,
    /// Write numpy arrays with one entry for each position to this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) npy: Option<PathBuf>,
}
