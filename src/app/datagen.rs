//! `datagen`: makes games of the engine against itself and keeps them in a dataset. Several threads play; the games are
//! written in the order of their numbers, so that the file does not depend on how many threads there are.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use indicatif::ProgressBar;
use serde_json::json;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::{Outputs, Overwrite};
use kagetsu_kernel::{Shard, StopSignal, counted};
use kagetsu_training::dataset::{DatasetCounts, DatasetHeader, DatasetWriter, TrainingGame};
use kagetsu_training::selfplay::{NoGame, SelfPlaySettings, SelfPlayer};

use super::dataset::{ALL_GAMES, SHARD, begun, bytes_of, fault, note_text, open, write_summary};
use super::error::CommandError;
use super::interrupt::{COMPLETE, stop_on_interrupt, tell_interrupted};
use super::progress::bar;
use super::search_args::Threads;
use super::stream_in_order::stream_in_order;
use super::value::NodeRange;

/// Arguments of `datagen`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 when the file is complete, 130 when it was broken off and finished early, 2 for bad input, \
    1 for any other failure."
)]
pub(super) struct DatagenArgs {
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9
    #[arg(long, default_value_t)]
    pub(super) rule: Rule,
    /// Size of the board, such as 15 or 20x15 (columns x rows)
    #[arg(long, default_value = "15")]
    pub(super) size: BoardSize,
    #[command(flatten)]
    pub(super) amount: Amount,
    /// Nodes to search for each move: one number, or a range such as 2000..8000 from which the number is drawn at random
    /// for each move
    #[arg(long, value_name = "LOW..HIGH", default_value = "2000..8000")]
    pub(super) nodes: NodeRange,
    /// Percentage of the searches from whose trees two positions are taken, searched and kept as well
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    pub(super) tree: u8,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// File to write, usually with the extension .kgd
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Make only this part of the games, such as 2/4 for the second of four; `dataset merge --shards` makes the file of the
    /// whole run from the parts
    #[arg(long, value_name = "PART", conflicts_with = "positions")]
    pub(super) shard: Option<Shard>,
    /// Continue the file, which was made with the same options; begin it if it does not exist
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// How much to make. What the file already holds counts.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Amount {
    /// Number of games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Number of positions; the game that reaches it is the last
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
}

/// Makes the games and writes a summary to `out`. Returns the exit code.
pub(super) fn run(
    args: &DatagenArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let settings = SelfPlaySettings {
        rule: args.rule,
        size: args.size,
        nodes: args.nodes.0.clone(),
        tree_percent: args.tree.into(),
        seed: args.seed,
    };
    let stop = stop_on_interrupt();
    let (writer, tally) = begin(args)?;
    let threads = args.threads.count();
    let (first, positions) = (writer.games(), tally.positions);
    let range = numbers(args);
    let amount = Amount {
        games: args.amount.games.map(|_| range.end - range.start),
        ..args.amount
    };
    let progress = match amount.games {
        Some(games) => bar(games, tally.games, "games"),
        None => bar(
            amount.positions.unwrap_or_default(),
            tally.positions,
            "positions",
        ),
    };
    let mut series = Series {
        amount,
        writer,
        tally,
        progress,
    };
    let started = Instant::now();
    let complete = play(&settings, range, threads, &stop, &mut series)?;
    let elapsed = started.elapsed();
    series.progress.finish_and_clear();
    if !complete && args.overwrite.force && series.writer.games() == 0 {
        return Ok(tell_interrupted(false, err)?);
    }
    series.writer.finish()?;
    let bytes = bytes_of(&args.out)?;
    write_summary(&series.tally, bytes, out)?;
    let games = series.tally.games - first;
    let positions = series.tally.positions - positions;
    write_made(games, positions, threads, elapsed, out)?;
    if complete {
        return Ok(COMPLETE);
    }
    Ok(tell_interrupted(true, err)?)
}

/// The numbers of the games that this run makes.
fn numbers(args: &DatagenArgs) -> Range<u64> {
    let games = args.amount.games.unwrap_or(u64::MAX);
    args.shard.map_or(0..games, |shard| shard.range(games))
}

/// The file to write to, and what is in it already.
fn begin(args: &DatagenArgs) -> Result<(DatasetWriter, DatasetCounts), CommandError> {
    Outputs::new(args.overwrite)
        .printing()
        .check_continued(&args.out)?;
    let writer = begun(&args.out, header(args), args.resume, args.overwrite)?;
    let mut tally = DatasetCounts::new(args.size);
    if args.resume {
        // Behind these games the file may be cut off.
        for game in open(&args.out)?.take(writer.games() as usize) {
            tally.add(&game.map_err(|error| fault(&args.out, error))?);
        }
    }
    Ok((writer, tally))
}

/// The options that decide the games. Their number is left out, since a file may grow. A shard names its part and the
/// number of games of all parts.
fn header(args: &DatagenArgs) -> DatasetHeader {
    let mut note = json!({
        "made_by": concat!("pbrain-kagetsu ", env!("CARGO_PKG_VERSION"), " datagen"),
        "nodes": args.nodes.to_string(),
        "seed": args.seed,
    });
    if args.tree > 0 {
        note["tree"] = json!(args.tree);
    }
    if let (Some(shard), Some(games)) = (args.shard, args.amount.games) {
        note[SHARD] = json!(shard.to_string());
        note[ALL_GAMES] = json!(games);
    }
    DatasetHeader {
        rule: args.rule,
        size: args.size,
        note: note_text(&mut note),
    }
}

/// Plays until there is enough or the signal is raised. Returns whether there is enough.
fn play(
    settings: &SelfPlaySettings,
    range: Range<u64>,
    threads: usize,
    stop: &StopSignal,
    series: &mut Series,
) -> Result<bool, CommandError> {
    if series.is_full() {
        return Ok(true);
    }
    let first = range.start + series.writer.games();
    let worker = || {
        let mut player = SelfPlayer::new(settings, stop.clone());
        move |number: u64| {
            let number = first + number;
            match (number < range.end).then(|| player.game(number))? {
                Err(NoGame::Stopped) => None,
                made => Some(made),
            }
        }
    };
    stream_in_order(threads, stop, worker, |made| series.take(&made?))?;
    Ok(series.is_full())
}

/// The file and how much of it is written.
struct Series {
    amount: Amount,
    writer: DatasetWriter,
    tally: DatasetCounts,
    progress: ProgressBar,
}

impl Series {
    fn is_full(&self) -> bool {
        let Amount { games, positions } = self.amount;
        games.is_some_and(|games| self.tally.games >= games)
            || positions.is_some_and(|positions| self.tally.positions >= positions)
    }

    /// Writes the next game.
    fn take(&mut self, game: &TrainingGame) -> Result<ControlFlow<()>, CommandError> {
        self.writer.keep(game)?;
        self.tally.add(game);
        self.progress.set_position(if self.amount.games.is_some() {
            self.tally.games
        } else {
            self.tally.positions
        });
        Ok(if self.is_full() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }
}

/// Writes what one run has made.
fn write_made(
    games: u64,
    positions: u64,
    threads: usize,
    elapsed: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let seconds = elapsed.as_secs_f64().max(f64::EPSILON);
    let speed = positions as f64 / seconds;
    writeln!(
        out,
        "made {}, {} in {seconds:.1} s: {speed:.0} positions a second, {:.1} for each of {}",
        counted(games, "game"),
        counted(positions, "position"),
        speed / threads as f64,
        counted(threads, "thread")
    )
}

#[cfg(test)]
mod tests {
    use crate::in_process::fine;

    #[test]
    fn a_shard_without_games_is_complete_by_force_as_well() {
        let folder = tempfile::tempdir().expect("a folder");
        for force in ["", " --force"] {
            let line = format!("datagen --games 1 --shard 1/2 --out shard.kgd{force}");
            let told = fine(folder.path(), &line);
            assert!(told.contains("made 0 games"), "{told}");
        }
    }
}
