//! The command `move`.

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::seconds::show;
use kagetsu_kernel::{SearchLimits, Seconds, TimeControl};
use serde_json::{Value, json};

use super::games::text_of;
use super::position::{game_of, require_running};
use super::serving::new_brain;
use super::solving::MemoryArgs;
use crate::engine::think::{Certainty, Report};
use crate::players::Level;
use kagetsu_siblings::command::{CommandError, Console};

/// A position and limits.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// Moves from the start, such as f5d6c3, 64 squares (X O -) and the side to move, or the record of a game (SGF, GGF);
    /// `-` reads them from standard input, `@FILE` from a file
    position: Vec<String>,
    /// Time for the move, such as 0.5 or 500ms (default: 1, unless another limit is given)
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Deepest search in plies; one that leaves eight empty squares or fewer goes on to the end of the game
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Most positions to search
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A level from 1 to 10 in place of a depth
    #[arg(long, conflicts_with = "depth", value_parser = value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Weights of the evaluation, as `learn` writes them, instead of those of the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// Time without any limit.
const USUAL_TIME: Seconds = Seconds(Duration::from_secs(1));

/// Finds and prints a move. Ctrl-C ends the search, and what it has found is printed.
pub(super) fn run(
    args: &MoveArgs,
    input: impl Read,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let position = game_of(&text_of(&args.position, input)?)?.position();
    require_running(position)?;
    let board = position.board();
    let level = args.level.and_then(Level::new);
    let mut limits = SearchLimits {
        depth: level.map(Level::depth).or(args.depth),
        nodes: args.nodes,
        ..SearchLimits::default()
    };
    let is_free = limits.depth.is_none() && limits.nodes.is_none();
    if let Some(Seconds(time)) = args.time.or(is_free.then_some(USUAL_TIME)) {
        limits.time = TimeControl::per_move(time);
    }
    let mut brain = new_brain(args.weights.as_deref(), args.memory.bytes())?;
    let stop = (console.interrupt)();
    let begin = brain.clock().now();
    let found = brain.think(board, limits, &stop, &mut |_| ());
    let spent = brain.clock().now().saturating_sub(begin);
    match found {
        None if args.json => writeln!(console.out, "{}", json!({"move": "pass"}))?,
        None => {
            writeln!(console.out, "move:  pass")?;
            writeln!(console.out, "       {} has no other move", position.side())?;
        }
        Some(report) if args.json => writeln!(console.out, "{}", object(&report, spent))?,
        Some(report) => print(&report, spent, console)?,
    }
    Ok(())
}

/// The score, if a search has given it, and whether it is exact.
fn score(report: &Report) -> Option<(i32, bool)> {
    (report.depth > 0).then_some((report.score, report.certainty == Certainty::Proved))
}

fn print(report: &Report, spent: Duration, console: &mut Console<'_>) -> Result<(), CommandError> {
    let squares: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    let best = squares.first().map_or("", String::as_str);
    writeln!(console.out, "move:  {best}")?;
    if let Some((score, is_exact)) = score(report) {
        let exact = if is_exact { ", exact" } else { "" };
        writeln!(console.out, "score: {score:+} discs{exact}")?;
    }
    writeln!(console.out, "depth: {}", report.depth)?;
    writeln!(console.out, "nodes: {}", report.nodes)?;
    writeln!(console.out, "time:  {}", show(spent))?;
    writeln!(console.out, "pv:    {}", squares.join(" "))?;
    Ok(())
}

fn object(report: &Report, spent: Duration) -> Value {
    let squares: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    let mut object = json!({"move": squares.first()});
    if let Some((score, is_exact)) = score(report) {
        object["score"] = score.into();
        object["exact"] = is_exact.into();
    }
    object["depth"] = report.depth.into();
    object["nodes"] = report.nodes.into();
    object["ms"] = (spent.as_millis() as u64).into();
    object["pv"] = squares.into();
    object
}
