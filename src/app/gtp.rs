//! `gtp`: speaks GTP, the Go text protocol, for Gomoku.

use std::io;
use std::path::PathBuf;

use clap::{Args, value_parser};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::EngineConfig;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::MIB;
use kagetsu_kernel::line_host::converse;
use kagetsu_kernel::seconds::Seconds;
use kagetsu_protocol::gtp::{Gtp, GtpLimits};

use super::error::CommandError;
use super::thinking::new_engine;
use super::value::thread_count;

/// Arguments of `gtp`.
#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    /// The rule until the other side sets one, by its name or by its number in the protocol: 0, 1, 4, 8 or 9
    #[arg(long, default_value_t)]
    rule: Rule,
    /// Size of the board until the other side sets one, such as 15 or 20x15 (columns x rows)
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Time for each move until the other side sets a clock, such as 0.5 or 500ms (5 seconds if no other limit is given)
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Deepest iteration of a move, in plies
    #[arg(long, value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Most nodes to search for a move
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Most memory for the whole process
    #[arg(long, value_name = "MIB", default_value_t = 350, value_parser = value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Searching threads, as many of them as the memory has room for
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Network of the evaluation, as `train` writes it, for the rule it was learned for
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,
}

/// Speaks until the other side ends it.
pub(super) fn run(args: &GtpArgs) -> Result<(), CommandError> {
    let mut engine = new_engine(EngineConfig {
        max_memory: args.memory * MIB,
        threads: args.threads.into(),
        ..EngineConfig::for_this_machine()
    });
    if let Some(path) = &args.evaluation {
        engine.load_evaluation(path)?;
    }
    let limits = GtpLimits {
        turn: args.time.map(|Seconds(time)| time),
        depth: args.depth,
        nodes: args.nodes,
    };
    let gtp = Gtp::new(engine, args.size, args.rule, limits);
    Ok(converse(io::stdin(), io::stdout(), gtp)?)
}
