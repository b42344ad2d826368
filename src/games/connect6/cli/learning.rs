//! The command `learn`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, value_parser};
use kagetsu_kernel::file::write_whole;

use super::super::learn::{LearnProgress, Plan, learn};
use super::error::Connect6Error;
use super::threads::ThreadArgs;

/// How the network is learnt.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// File of the network
    #[arg(long)]
    output: PathBuf,
    /// At most so many games in each generation, for a trial
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Only the first so many generations, for a match between generations
    #[arg(long, value_parser = value_parser!(u8).range(1..))]
    generations: Option<u8>,
    /// Games are played side by side
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Learns a network, tells how far it has come, and writes the network.
pub(super) fn run(args: &LearnArgs, err: &mut dyn Write) -> Result<(), Connect6Error> {
    let mut plan = Plan::shipped();
    if let Some(count) = args.generations {
        plan = plan.first(count.into());
    }
    if let Some(games) = args.games {
        plan = plan.shortened(games);
    }
    let mut told = Ok(());
    let network = learn(&plan, args.threads.count(), &mut |index, progress| {
        if told.is_ok() {
            told = tell(&plan, index, progress, err);
        }
    });
    // The network is kept even if nobody reads the report any more.
    write_whole(&args.output, |file| file.write_all(&network.to_bytes()))?;
    Ok(told?)
}

/// Writes how far the learning has come.
fn tell(plan: &Plan, index: usize, progress: LearnProgress, err: &mut dyn Write) -> io::Result<()> {
    let generation = &plan.generations[index];
    write!(err, "generation {}: ", index + 1)?;
    match progress {
        LearnProgress::Games(games) => writeln!(err, "{games} of {} games", generation.play.games),
        LearnProgress::Pass {
            epoch,
            samples,
            quality,
        } => writeln!(
            err,
            "pass {epoch} of {} over {samples} positions; loss on {} of them kept aside: value {:.4} (by windows {:.4}), \
             stones {:.3}",
            generation.fit.epochs, quality.samples, quality.value, quality.windows, quality.policy
        ),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: LearnArgs,
    }

    #[test]
    fn progress_is_told_and_the_network_written() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("n");
        let words = [
            "learn",
            "--games",
            "1",
            "--generations",
            "1",
            "--threads",
            "2",
            "--output",
        ];
        let line =
            Line::try_parse_from(words.iter().copied().chain([output.to_str().unwrap()])).unwrap();
        let mut err = Vec::new();
        run(&line.args, &mut err).unwrap();
        let text = String::from_utf8(err).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "generation 1: 1 of 1 games");
        assert!(
            lines[1].starts_with("generation 1: pass 1 of 5 over "),
            "{text}"
        );
        assert_eq!(lines.len(), 6, "{text}");
        assert!(output.exists());
    }
}
