//! The command `learn`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::file::write_whole;
use kagetsu_kernel::{Clock, WallClock};

use super::error::CommandError;
use crate::reversi::learn::{LearnProgress, Plan, learn};

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
    /// Only the first so many generations, for a match between generations.
    #[arg(long, value_parser = value_parser!(u8).range(1..))]
    generations: Option<u8>,
    /// Threads that play games; the weights do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
}

pub(super) fn run(args: &LearnArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    if let Some(count) = args.generations {
        plan = plan.first(count.into());
    }
    if let Some(games) = args.games {
        plan = plan.shortened(games);
    }
    let clock = WallClock::start();
    let mut told = Ok(());
    let learned = learn(&plan, args.threads.into(), &mut |index, progress| {
        let seconds = clock.now().max(Duration::ZERO).as_secs();
        if told.is_ok() {
            told = tell(&plan, index, progress, seconds, out);
        }
    });
    // The weights are kept even if nobody reads the report any more.
    let bytes = learned.to_bytes();
    write_whole(&args.output, |file| file.write_all(&bytes))
        .map_err(CommandError::file(&args.output))?;
    Ok(told?)
}

/// Writes how far the learning has come, and after how many seconds.
fn tell(
    plan: &Plan,
    index: usize,
    progress: LearnProgress,
    seconds: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "generation {}: ", index + 1)?;
    match progress {
        LearnProgress::Games(games) => {
            let all = plan.generations[index].games;
            writeln!(out, "{games} of {all} games, {seconds} s")
        }
        LearnProgress::Fitted { samples, quality } => writeln!(
            out,
            "{samples} positions, error {:.2} discs over {} kept aside, {seconds} s",
            quality.deviation, quality.positions
        ),
    }
}
