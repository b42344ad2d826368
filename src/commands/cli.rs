//! What the command line looks like: types for clap and nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::board::{Rule, Side};
use crate::geometry::BoardSize;

use super::value::{parse_side, parse_size};

const ABOUT: &str = "A Gomoku and Renju engine. Without arguments it speaks the Gomocup protocol.";

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "pbrain-kagetsu", version, about = ABOUT)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Search fixed positions and print the number of visited nodes: the signature of a build
    Bench,
    /// Count the sequences of legal moves of each length up to DEPTH
    Perft(PerftArgs),
    /// Show the depth that a time buys, for every rule and size
    Depth(DepthArgs),
    /// Show Black's forbidden points, whoever is to move (rule renju unless --rule is given)
    Forbidden(ForbiddenArgs),
    /// Find the best move
    Move(MoveArgs),
    /// Prove whether the side to move wins, and print the winning line
    Solve(SolveArgs),
}

/// A position in one of its text forms, and what the text leaves open.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Moves such as `h8i9j10`, a picture of `.`, `X`, `O` and `#`, or a BOARD block; `@FILE` reads a file and `-`
    /// standard input; nothing is the empty board
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) position: String,
    /// freestyle, standard, renju, caro or caro-exact, or the protocol's number 0, 1, 4, 8 or 9
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 (columns x rows)
    #[arg(long, value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// Side to move, black or white, when it is not to be told from the stones
    #[arg(long, value_parser = parse_side)]
    pub(super) side: Option<Side>,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// Longest sequence, in moves
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) position: PositionArgs,
}

/// Arguments of `forbidden`.
#[derive(Debug, Args)]
pub(super) struct ForbiddenArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
}

/// Arguments of `move`.
#[derive(Debug, Args)]
pub(super) struct MoveArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Time for the move in milliseconds (1000 if no other limit is given)
    #[arg(long, value_name = "MS")]
    pub(super) time: Option<u64>,
    /// Deepest iteration, in plies
    #[arg(long)]
    pub(super) depth: Option<u32>,
    /// Most positions to visit
    #[arg(long)]
    pub(super) nodes: Option<u64>,
    /// Most memory for the whole process
    #[arg(long, value_name = "MIB", default_value_t = 350, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    pub(super) memory: u64,
}

/// Arguments of `depth`.
#[derive(Debug, Args)]
pub(super) struct DepthArgs {
    /// Time for each position in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(super) time: u64,
    /// Only positions of this rule
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Only positions of this size
    #[arg(long, value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// A position as for `move`, or a file (with or without `@`) or `-` for many: one position a line, as moves or as
    /// `id, side, black stones, white stones` between tabs with rows counted from the bottom; or SGF games
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) position: String,
    /// freestyle, standard, renju, caro or caro-exact, or the protocol's number 0, 1, 4, 8 or 9
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 (columns x rows)
    #[arg(long, value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
    /// Side to move, black or white: it is the one whose win is looked for
    #[arg(long, value_parser = parse_side)]
    pub(super) side: Option<Side>,
    #[command(flatten)]
    pub(super) means: MeansArgs,
    /// Find the win by fours with the fewest fours
    #[arg(long)]
    pub(super) shortest: bool,
    /// Most time for each position
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub(super) time: f64,
    /// Most nodes to visit for each position
    #[arg(long)]
    pub(super) nodes: Option<u64>,
    /// Positions of a file that are solved at the same time; a single position uses one thread
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Memory for the tables of all threads together
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub(super) memory: u64,
    /// Print one JSON object a line: id, verdict (win, none or unknown), side, line, nodes, ms
    #[arg(long)]
    pub(super) json: bool,
    /// Write the whole tree of every win to this file, as SGF with variations
    #[arg(long, value_name = "FILE")]
    pub(super) tree: Option<PathBuf>,
}

/// By which means `solve` looks for a win; without any of them by one after the other.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct MeansArgs {
    /// Only wins by continuous fours
    #[arg(long)]
    pub(super) vcf: bool,
    /// Only wins by continuous threats, fours included
    #[arg(long)]
    pub(super) vct: bool,
    /// The true value, by all moves: for small boards and late positions
    #[arg(long)]
    pub(super) full: bool,
}
