//! The command line of `openings`.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use kagetsu_arena::openings::{offset_line, pos_line};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::file::Overwrite;

use crate::search_args::Threads;
use crate::value::{StoneRange, at_least};

/// Arguments of `openings`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct OpeningsArgs {
    #[command(subcommand)]
    pub(super) command: Option<OpeningsCommand>,
    #[command(flatten)]
    pub(super) make: MakeArgs,
}

/// The sub-commands of `openings`.
#[derive(Debug, Subcommand)]
pub(crate) enum OpeningsCommand {
    /// Keep the openings from which Black and White scored alike in games that were played
    ///
    /// The score of a search does not tell whether an opening is fair: from many openings that it takes for level one
    /// colour wins nearly every game. Let equal engines play from all of them (`tournament` of an engine against itself
    /// with a few more nodes, best of several engines), and keep those from which both colours won. The rule and the size
    /// are those of the tournaments. Games with a fault do not count.
    Select(SelectArgs),
}

/// Arguments of `openings select`.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// Files of openings, as `openings` writes them or in any form that `tournament` reads
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Folder of a tournament that was played from these openings; may be given several times
    #[arg(long, value_name = "DIR", required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Most stones to take from each opening, as in the tournament
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    pub(super) opening_stones: Option<usize>,
    /// Fewest games from an opening; without them it is left out
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..))]
    pub(super) least: u32,
    /// Farthest that Black's share of the points may be from 50 %
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = value_parser!(u32).range(0..50))]
    pub(super) balance: u32,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// What `openings` without a sub-command is told.
#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9
    #[arg(long, default_value_t)]
    pub(super) rule: Rule,
    /// Size of the board, such as 15 or 20x15 (columns x rows)
    #[arg(long, default_value = "15")]
    pub(super) size: BoardSize,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "100", value_parser = at_least::<1>)]
    pub(super) count: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Stones of an opening: one number, or a range such as 3..8
    #[arg(long, value_name = "LOW..HIGH", default_value = "3..8")]
    pub(super) stones: StoneRange,
    /// Side of the square box round the middle of the board that holds the stones
    #[arg(long = "box", value_name = "N", default_value_t = 9)]
    pub(super) box_side: usize,
    /// Nodes to search for each balancing move that is tried
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Nodes to search for the score that decides
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) verify_nodes: u64,
    /// Black's score that counts as level, in units of the evaluation (default: 40 in renju, else 0)
    #[arg(long, value_name = "UNITS")]
    pub(super) level: Option<i32>,
    /// Farthest that the score may be from level; 100 units change an even chance into 62 %
    #[arg(long, value_name = "UNITS", default_value_t = 50, value_parser = value_parser!(i32).range(0..))]
    pub(super) balance: i32,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Where the openings are written, and in what form.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Form of the lines
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: LineFormat,
    /// Leave out the comments, which tell how the openings were made: not every tool skips comments
    #[arg(long)]
    pub(super) bare: bool,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// Form of an opening on one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineFormat {
    /// Columns and rows from the middle of the board: `0,0, -1,1`
    #[default]
    Offset,
    /// Points: `h8g9`
    Pos,
}

impl fmt::Display for LineFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Offset => "offset",
            Self::Pos => "pos",
        })
    }
}

impl LineFormat {
    /// The line of an opening.
    pub(super) fn line(self, stones: &[Point], size: BoardSize) -> String {
        match self {
            Self::Offset => offset_line(stones, size),
            Self::Pos => pos_line(stones),
        }
    }
}
