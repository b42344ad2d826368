//! `dataset relabel`: searches positions of a dataset again, with more nodes, and writes the games with both labels.
//!
//! The file is written in place and gets its end mark when it is complete. Before, every command that reads datasets
//! refuses it, and `--resume` goes on with it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::json;

use kagetsu_arena::digest::sha256_of;
use kagetsu_gomoku::bench;
use kagetsu_gomoku::board::Board;
use kagetsu_kernel::file::{Outputs, Overwrite};
use kagetsu_kernel::{Shard, ShowPath as _, counted};
use kagetsu_training::dataset::{DatasetHeader, DatasetWriter, TrainingGame, WriteDatasetError};
use kagetsu_training::selfplay::{LabelCounts, RelabelSettings, Relabeller};

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt, tell_interrupted};
use crate::progress::bar;
use crate::search_args::Threads;
use crate::stream_in_order::stream_in_order;

use super::files::{ALL_GAMES, SHARD, begun, derived, open, packed};

/// Arguments of `dataset relabel`.
#[derive(Debug, Args)]
pub(crate) struct RelabelArgs {
    /// Dataset to read
    file: PathBuf,
    /// Nodes to search for a position; twice as many where several moves are valued
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Percentage of the positions of games that are searched
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = value_parser!(u8).range(0..=100))]
    share: u8,
    /// Percentage of the positions of trees that are searched (default: as --share)
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u8).range(0..=100))]
    tree_share: Option<u8>,
    /// Moves that are valued in a quarter of these positions
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u8).range(1..=16))]
    lines: u8,
    /// Most nodes of the solver where the search has not decided a position with an attack; 0 asks no solver
    #[arg(long, value_name = "N", default_value_t = 2000)]
    solve_nodes: u64,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Search only this part of the games, such as 2/4 for the second of four; `dataset merge --shards` makes the file of
    /// the whole run from the parts
    #[arg(long, value_name = "PART")]
    shard: Option<Shard>,
    /// Dataset to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with --out, which was made with the same options; begin it if it does not exist
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl RelabelArgs {
    fn settings(&self) -> RelabelSettings {
        RelabelSettings {
            nodes: self.nodes,
            game_percent: self.share.into(),
            tree_percent: self.tree_share.unwrap_or(self.share).into(),
            lines: self.lines.into(),
            solve_nodes: self.solve_nodes,
            seed: self.seed,
        }
    }
}

/// Labels the positions. Returns the exit code.
pub(super) fn relabel(
    args: &RelabelArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    check_output(args)?;
    let reader = open(&args.file)?.checked();
    let source = reader.header().clone();
    let packed = packed(reader, &args.file)?;
    let all = packed.len() as u64;
    let header = header(args, &source, all)?;
    let mut writer = begun(&args.out, header, args.resume, args.overwrite)?;
    let range = args.shard.map_or(0..all, |shard| shard.range(all));
    let left = range.start + writer.games()..range.end;
    let mut tally = Tally::default();
    let bar = bar(range.end - range.start, writer.games(), "games");
    let started = Instant::now();
    let stop = &stop_on_interrupt();
    let (settings, empty) = (&args.settings(), &Board::new(source.size, source.rule));
    let worker = || {
        let mut relabeller = Relabeller::new(settings, stop.clone());
        let (packed, left) = (&packed, left.clone());
        move |place: u64| {
            let game = Some(left.start + place).filter(|number| left.contains(number))?;
            match packed.get(game as usize) {
                Ok(read) => relabeller.game(empty, game, read).map(Ok),
                Err(fault) => Some(Err(WriteDatasetError::game(game, &fault))),
            }
        }
    };
    stream_in_order(args.threads.count(), stop, worker, |labelled| {
        let (game, counts) = labelled?;
        tally.add(&game, counts);
        writer.keep(&game)?;
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    let is_complete = writer.games() == range.end - range.start;
    if !is_complete && args.overwrite.force && writer.games() == 0 {
        return Ok(tell_interrupted(false, err)?);
    }
    let games = if is_complete {
        writer.finish()?.1
    } else {
        writer.pause()?
    };
    tally.write(games, started, out)?;
    if is_complete {
        return Ok(COMPLETE);
    }
    Ok(tell_interrupted(true, err)?)
}

/// Finds out before the work whether the output may be written.
fn check_output(args: &RelabelArgs) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite)
        .reading([&args.file])
        .printing();
    outputs.check_continued(&args.out)?;
    if !args.resume && !args.overwrite.force {
        DatasetWriter::check_missing(&args.out)?;
    }
    Ok(())
}

/// The header tells all that decides the labels, the games of the source and the signature of the build included.
fn header(
    args: &RelabelArgs,
    source: &DatasetHeader,
    games: u64,
) -> Result<DatasetHeader, CommandError> {
    let settings = args.settings();
    let signature = bench::signature()?;
    let digest = sha256_of(&args.file).map_err(CommandError::unreadable(args.file.shown()))?;
    let mut note = json!({
        "bench": signature,
        "nodes": settings.nodes,
        "share": settings.game_percent,
        "tree_share": settings.tree_percent,
        "lines": settings.lines,
        "solve_nodes": settings.solve_nodes,
        "seed": settings.seed,
        "source": digest,
    });
    if let Some(shard) = args.shard {
        note[SHARD] = json!(shard.to_string());
        note[ALL_GAMES] = json!(games);
    }
    Ok(derived(source, "relabel", note))
}

/// What one run has done.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    positions: u64,
    labels: LabelCounts,
}

impl Tally {
    fn add(&mut self, game: &TrainingGame, labels: LabelCounts) {
        self.games += 1;
        self.positions += (game.plies.len() + game.tree.len()) as u64;
        self.labels.add(labels);
    }

    fn write(&self, games: u64, started: Instant, out: &mut dyn Write) -> std::io::Result<()> {
        let seconds = started.elapsed().as_secs_f64().max(f64::EPSILON);
        let counts = self.labels;
        let percent = |part: u64| 100.0 * part as f64 / counts.labels.max(1) as f64;
        writeln!(
            out,
            "{} in the file; searched {} of {} of {} in {seconds:.1} s: {:.1} a second",
            counted(games, "game"),
            counts.labels,
            counted(self.positions, "position"),
            counted(self.games, "game"),
            counts.labels as f64 / seconds
        )?;
        writeln!(
            out,
            "decided {:.1} %, before {:.1} %; another best move {:.1} %",
            percent(counts.decided),
            percent(counts.decided_before),
            percent(counts.changed)
        )
    }
}
