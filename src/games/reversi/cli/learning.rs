//! The command `learn`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::file::write_whole;
use kagetsu_kernel::{Clock, WallClock};

use super::error::CommandError;
use crate::reversi::learn::{Plan, learn};

/// Most threads that play games.
const MAX_THREADS: i64 = 256;

/// How weights are learned.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// The file that is written.
    #[arg(long)]
    output: PathBuf,
    /// At most so many games in each generation, for a trial.
    #[arg(long)]
    games: Option<u64>,
    /// Threads that play games; the weights do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
}

pub(super) fn run(args: &LearnArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    if let Some(games) = args.games {
        plan = plan.shortened(games);
    }
    let clock = WallClock::start();
    let mut result = Ok(());
    let learned = learn(
        &plan,
        args.threads.into(),
        &mut |generation, samples, quality| {
            let seconds = clock.now().max(Duration::ZERO).as_secs();
            if result.is_ok() {
                result = writeln!(
                    out,
                    "generation {generation}: {samples} positions, error {:.2} discs over {} kept aside, {seconds} s",
                    quality.deviation, quality.positions
                );
            }
        },
    );
    // The weights are kept even if nobody reads the report any more.
    let bytes = learned.to_bytes();
    write_whole(&args.output, |file| file.write_all(&bytes))
        .map_err(CommandError::file(&args.output))?;
    Ok(result?)
}
