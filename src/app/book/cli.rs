//! The command line of `book`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::Seconds;

use super::super::database::ShowArgs;
use super::super::value::{at_least, thread_count};

/// The sub-commands of `book`.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Search the positions that good play reaches most easily, and keep them
    ///
    /// The book is a position database. Every result is stored at once; Ctrl-C ends the work, and the same command
    /// continues it. `INFO book FILE` makes the engine play from it.
    Grow(GrowArgs),
    /// Show what the book knows of a position and of its moves, and which of them the engine plays
    Show(ShowArgs),
    /// Check that a book is sound, and search some of its positions for longer
    Check(CheckArgs),
}

/// The book and its root positions.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// File of the book
    #[arg(long, value_name = "FILE")]
    pub(super) db: PathBuf,
    /// File of root positions, as `openings` writes them, or games: SGF, psq, a library of `RenLib`, a journal, PGN with
    /// moves (default: the empty board)
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Begin with the positions before the faults that a review found, a file of `analyse --out`; rule and size of a new book
    /// are those of the first of them
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub(super) review: Option<PathBuf>,
    /// Most openings to take from the file
    #[arg(long, value_name = "N", requires = "openings")]
    pub(super) roots: Option<usize>,
    /// Most stones to take from each opening, for files of whole games
    #[arg(long, value_name = "N", requires = "openings", value_parser = at_least::<1>)]
    pub(super) opening_stones: Option<usize>,
    /// Rule (default: that of the book; of the openings for a new one, if they name it, else freestyle)
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 (columns x rows; default: that of the book, 15 for a new one)
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
}

/// Arguments of `book grow`.
#[derive(Debug, Args)]
pub(crate) struct GrowArgs {
    #[command(flatten)]
    pub(super) book: BookArgs,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Moves of each position to keep
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=32))]
    pub(super) lines: u16,
    /// Cost of each move of a line, in units of the evaluation; a larger cost makes a wider book
    #[arg(long, value_name = "UNITS", default_value_t = 30, value_parser = value_parser!(i32).range(1..=10_000))]
    pub(super) width: i32,
    /// Most stones of positions that are searched
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) max_stones: usize,
    /// Positions to search (default: until the time is over or Ctrl-C)
    #[arg(long, value_name = "N")]
    pub(super) positions: Option<u64>,
    /// Time for the whole work, such as 3600
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<Seconds>,
    /// Searching threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    pub(super) threads: u16,
}

/// Arguments of `book check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(super) book: BookArgs,
    /// Positions at the end of lines to search again, taken evenly
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) sample: usize,
    /// Nodes to search for each of them
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
}
