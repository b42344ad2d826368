//! The options of `puzzles`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::search_args::Threads;
use crate::value::at_least;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::Overwrite;
use kagetsu_play::puzzles::Kind;

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// Games: journals of tournaments (`games.jsonl`), SGF, psq, libraries of `RenLib`, moves (a game a line), or folders as
    /// `analyse` reads them; all of one rule and one board size
    pub(super) games: Vec<PathBuf>,
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9 (default: that of the
    /// games, else freestyle)
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 (columns x rows) (default: that of the games, else 15)
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// Number of puzzles (default: 100, or all that the files give)
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    pub(super) count: Option<usize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Kind of puzzle: `fours`, a win by continuous fours; `threes`, a win by continuous threats where fours alone do not
    /// win; `defend`, the only move that does not lose; `foul`, a win by fours of White in renju that depends on a
    /// forbidden point of Black (default: fours)
    #[arg(long, value_name = "KIND", hide_possible_values = true)]
    pub(super) kind: Option<Kind>,
    /// Make the graded set that the program ships: puzzles of every kind for freestyle and renju, --count of each kind (22
    /// to 45)
    ///
    /// The grade is the lowest level of `play` that finds the first move. Six times as many puzzles as needed are found, and
    /// the set takes some of every grade. With --rule or --kind only that part of the set is made.
    #[arg(long, conflicts_with_all = ["games", "size", "min_length", "max_length", "json", "html"])]
    pub(super) set: bool,
    /// Fewest moves of the winner, the five included, from 3 on; not for `defend` (default: 4)
    #[arg(long, value_name = "N", value_parser = at_least::<3>)]
    pub(super) min_length: Option<usize>,
    /// Most moves of the winner, the five included; not for `defend` (default: any number)
    #[arg(long, value_name = "N", value_parser = at_least::<3>)]
    pub(super) max_length: Option<usize>,
    /// Nodes to search for each question to the solver; positions without an answer are left out
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Nodes to search for each move of the games that are played
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    pub(super) play_nodes: u64,
    /// Print one JSON object a line: id, rule, size, side, black, white, length, line, kind
    #[arg(long)]
    pub(super) json: bool,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Also write a page to print: a board for each puzzle, and the solutions on the last page
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    #[command(flatten)]
    pub(super) threads: Threads,
}
