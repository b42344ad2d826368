//! What the command line looks like: types for clap and nothing else.

use std::path::PathBuf;

use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand, value_parser};

use crate::board::{Rule, Side};
use crate::engine::config::MAX_THREADS;
use crate::geometry::BoardSize;

use super::tournament::TournamentArgs;
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
    /// Play a tournament between engines
    Tournament(Box<TournamentArgs>),
    /// Examine an engine: does it speak the Gomocup protocol, keep its limits and know the rules?
    Compliance(ComplianceArgs),
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
    #[arg(long, value_name = "MIB", default_value_t = 350, value_parser = value_parser!(u64).range(16..=1_048_576))]
    pub(super) memory: u64,
    /// Searching threads, as many of them as the memory has room for
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    pub(super) threads: u16,
}

fn thread_count() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=MAX_THREADS as i64)
}

/// Arguments of `depth`.
#[derive(Debug, Args)]
pub(super) struct DepthArgs {
    /// Time for each position in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(super) time: u64,
    /// Searching threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    pub(super) threads: u16,
    /// Only positions of this rule
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Only positions of this size
    #[arg(long, value_parser = parse_size)]
    pub(super) size: Option<BoardSize>,
}

/// Arguments of `compliance`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 when all required checks are passed, 1 when not, 2 for bad input."
)]
pub(super) struct ComplianceArgs {
    /// Command line of the engine; quotes keep words together
    pub(super) engine: String,
    /// A rule that it must know; may be given several times (freestyle if none is given)
    #[arg(long = "rule", value_name = "RULE")]
    pub(super) rules: Vec<Rule>,
    /// Folder in which the engine runs
    #[arg(long)]
    pub(super) dir: Option<PathBuf>,
}
