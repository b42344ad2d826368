//! The command `learn`.

use std::io::{self, Write};

use kagetsu_kernel::{Clock, WallClock};

use crate::learn::{LearnProgress, Plan, learn};
use kagetsu_siblings::command::{CommandError, Console};
use kagetsu_siblings::learning::LearnArgs;

pub(super) fn run(args: &LearnArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    args.shorten(&mut plan.generations, |generation| &mut generation.games);
    if let Some(games) = args.games {
        plan.error_positions = plan.error_positions.min(games as usize);
    }
    let clock = WallClock::start();
    let told = [
        "the weights of the last whole generation",
        "no generation was finished",
    ];
    args.keep(console.interrupt, told, |stop, save| {
        let threads = args.threads.count();
        learn(&plan, threads, stop, &mut |index, progress| {
            let seconds = clock.now().as_secs();
            // The weights are kept even if nobody reads the report any more.
            let _ = tell(&plan, index, progress, seconds, console.err);
            if let LearnProgress::Fitted { learned, .. } = progress {
                save(&learned.to_bytes());
            }
        })
    })
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
