//! `depth`: the depth that is reached in a given time, for every rule and size of the built-in positions.

use std::io::Write;
use std::time::Duration;

use clap::Args;

use kagetsu_gomoku::bench::{bench_positions, per_second};
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::seconds::Seconds;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl};

use super::error::CommandError;
use super::thinking::{new_engine, think};
use super::value::thread_count;

/// Arguments of `depth`.
#[derive(Debug, Args)]
pub(super) struct DepthArgs {
    /// Time for each position, such as 0.5 or 500ms
    #[arg(long, value_name = "SECONDS", default_value = "1")]
    time: Seconds,
    /// Searching threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Only positions of this rule
    #[arg(long)]
    rule: Option<Rule>,
    /// Only positions of this size
    #[arg(long)]
    size: Option<BoardSize>,
}

/// Sums over the positions of one rule and size.
#[derive(Default)]
struct DepthRow {
    positions: u32,
    depth: u32,
    nodes: u64,
    elapsed: Duration,
}

/// Prints one row for each rule and size that the arguments select.
pub(super) fn run(args: &DepthArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let all: Vec<Position> = bench_positions()?
        .into_iter()
        .map(|bench| bench.position)
        .collect();
    let positions: Vec<Position> = all
        .iter()
        .filter(|position| args.rule.is_none_or(|rule| rule == position.rule()))
        .filter(|position| args.size.is_none_or(|size| size == position.size()))
        .cloned()
        .collect();
    if positions.is_empty() {
        let kinds: Vec<String> = groups(&all)
            .iter()
            .map(|(rule, size)| format!("{rule} {size}"))
            .collect();
        return Err(CommandError::input(format!(
            "no built-in position has this rule and this size: there are {}",
            kinds.join(", ")
        )));
    }
    let limits = SearchLimits {
        time: TimeControl::per_move(args.time.0),
        ..SearchLimits::default()
    };
    writeln!(
        out,
        "{:10} {:>5} {:>9} {:>6} {:>10} {:>8} {:>9}",
        "rule", "size", "positions", "depth", "nodes", "seconds", "nps"
    )?;
    let mut engine = new_engine(EngineConfig {
        threads: args.threads.into(),
        ..EngineConfig::default()
    });
    for (rule, size) in groups(&positions) {
        let group = positions
            .iter()
            .filter(|position| position.rule() == rule && position.size() == size);
        let row = measure(&mut engine, group, limits)?;
        writeln!(
            out,
            "{:10} {:>5} {:>9} {:>6.1} {:>10} {:>8.3} {:>9}",
            rule.to_string(),
            size.to_string(),
            row.positions,
            f64::from(row.depth) / f64::from(row.positions),
            row.nodes,
            row.elapsed.as_secs_f64(),
            per_second(row.nodes, row.elapsed)
        )?;
        out.flush()?;
    }
    Ok(())
}

fn measure<'p>(
    engine: &mut Engine,
    positions: impl Iterator<Item = &'p Position>,
    limits: SearchLimits,
) -> Result<DepthRow, CommandError> {
    let mut row = DepthRow::default();
    for position in positions {
        engine.clear_hash();
        let report = think(engine, position, limits, &StopSignal::new())?.report;
        row.positions += 1;
        row.depth += report.depth;
        row.nodes += report.nodes;
        row.elapsed += report.elapsed;
    }
    Ok(row)
}

/// The rules and sizes that occur, in order of their first position.
fn groups(positions: &[Position]) -> Vec<(Rule, BoardSize)> {
    let mut groups = Vec::new();
    for position in positions {
        let group = (position.rule(), position.size());
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}
