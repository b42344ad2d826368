//! `gtp`: speaks GTP, the Go text protocol, for Gomoku.

use std::io;
use std::path::PathBuf;

use clap::Args;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::line_host::converse;
use kagetsu_kernel::seconds::Seconds;
use kagetsu_protocol::gtp::{Gtp, GtpLimits};

use super::error::CommandError;
use super::search_args::{EngineArgs, LimitArgs};
use super::thinking::new_engine;

/// What `--time` is here.
const TIME: &str = "Time for each move until the other side sets a clock, such as 0.5 or 500ms (5 seconds if \
    no other limit is given)";

/// Arguments of `gtp`.
#[derive(Debug, Args)]
#[command(mut_arg("time", |time| time.help(TIME)))]
pub(crate) struct GtpArgs {
    /// The rule until the other side sets one, by its name or by its number in the protocol: 0, 1, 4, 8 or 9
    #[arg(long, default_value_t)]
    rule: Rule,
    /// Size of the board until the other side sets one, such as 15 or 20x15 (columns x rows)
    #[arg(long, default_value = "15")]
    size: BoardSize,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Network of the evaluation, as `train` writes it, for the rule it was learned for
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,
}

/// Speaks until the other side ends it.
pub(super) fn run(args: &GtpArgs) -> Result<(), CommandError> {
    let mut engine = new_engine(args.engine.config());
    if let Some(path) = &args.evaluation {
        engine.load_evaluation(path)?;
    }
    let LimitArgs { time, depth, nodes } = args.limits;
    let limits = GtpLimits {
        turn: time.map(|Seconds(time)| time),
        depth,
        nodes,
    };
    let gtp = Gtp::new(engine, args.size, args.rule, limits);
    Ok(converse(io::stdin(), io::stdout(), gtp)?)
}
