//! The command `learn`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::file::Overwrite;
use kagetsu_kernel::{Clock, WallClock};

use super::error::CommandError;
use crate::learn::{LearnProgress, Plan, learn};
use kagetsu_siblings::command::Console;
use kagetsu_siblings::kept_file::KeptFile;

/// Most threads that play games.
const MAX_THREADS: i64 = 256;

/// How weights are learned.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// The file of the weights. It is written after each generation, so that Ctrl-C keeps what was learned
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// At most so many games in each generation, for a trial
    #[arg(long, value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Only the first so many generations, for a match between generations
    #[arg(long, value_parser = value_parser!(u8).range(1..), allow_negative_numbers = true)]
    generations: Option<u8>,
    /// Threads that play games; the weights do not depend on it
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=MAX_THREADS), allow_negative_numbers = true)]
    threads: u16,
}

pub(super) fn run(args: &LearnArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    if let Some(count) = args.generations {
        plan = plan.first(count.into());
    }
    if let Some(games) = args.games {
        plan = plan.shortened(games);
    }
    let mut file = KeptFile::begin(&args.out, args.overwrite)?;
    let stop = (console.interrupt)();
    let clock = WallClock::start();
    let mut saved = Ok(());
    let learned = learn(&plan, args.threads.into(), &stop, &mut |index, progress| {
        let seconds = clock.now().max(Duration::ZERO).as_secs();
        // The weights are kept even if nobody reads the report any more.
        let _ = tell(&plan, index, progress, seconds, console.err);
        if let LearnProgress::Fitted { learned, .. } = progress {
            saved = file.save(&learned.to_bytes());
            if saved.is_err() {
                stop.raise();
            }
        }
    });
    saved?;
    let name = args.out.display();
    match learned {
        Some(_) => Ok(()),
        None if file.is_saved() => Err(CommandError::Interrupted(format!(
            "'{name}' has the weights of the last whole generation"
        ))),
        None => Err(CommandError::Interrupted(format!(
            "no generation was finished, and '{name}' is not written"
        ))),
    }
}

/// Writes how far the learning has come, and after how many seconds.
fn tell(
    plan: &Plan,
    index: usize,
    progress: LearnProgress<'_>,
    seconds: u64,
    err: &mut dyn Write,
) -> io::Result<()> {
    write!(err, "generation {}: ", index + 1)?;
    match progress {
        LearnProgress::Games(games) => {
            let all = plan.generations[index].games;
            writeln!(err, "{games} of {all} games, {seconds} s")
        }
        LearnProgress::Fitted {
            samples, quality, ..
        } => writeln!(
            err,
            "{samples} positions, error {:.2} discs over {} kept aside, {seconds} s",
            quality.deviation, quality.positions
        ),
    }
}
