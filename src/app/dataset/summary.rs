//! The contents of a dataset as a table.

use std::io::{self, Write};

use serde_json::{Value, json};

use kagetsu_gomoku::board::Side;
use kagetsu_training::dataset::{DatasetCounts, DatasetHeader};

use super::files::note_value;

/// The counts of a file with this name and header as a JSON object.
pub(crate) fn summary_json(
    name: &str,
    header: &DatasetHeader,
    tally: &DatasetCounts,
    bytes: u64,
) -> Value {
    json!({
        "file": name,
        "rule": header.rule.to_string(),
        "size": header.size.to_string(),
        "note": note_value(header),
        "bytes": bytes,
        "games": tally.games,
        "black": tally.won_by(Side::Black),
        "white": tally.won_by(Side::White),
        "draws": tally.draws,
        "positions": tally.positions,
        "opening_stones": tally.opening_stones,
        "repeated": tally.positions - tally.distinct(),
        "unscored": tally.unscored,
        "decided": tally.decided,
        "random": tally.random_moves,
        "alternatives": tally.with_alternatives,
        "tree": tally.tree_positions,
        "relabelled": tally.relabelled,
    })
}

/// Writes the table of a file of `bytes` bytes.
pub(crate) fn write_summary(
    tally: &DatasetCounts,
    bytes: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (games, positions) = (tally.games, tally.positions);
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let each = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let line = |out: &mut dyn Write, name: &str, part: u64, whole: u64| {
        writeln!(out, "{name:<22}{part:>12}  {:.1} %", percent(part, whole))
    };
    writeln!(out, "{:<22}{games:>12}", "games")?;
    line(out, "  won by black", tally.won_by(Side::Black), games)?;
    line(out, "  won by white", tally.won_by(Side::White), games)?;
    line(out, "  drawn", tally.draws, games)?;
    writeln!(
        out,
        "{:<22}{positions:>12}  {:.1} a game, after {:.1} stones",
        "positions",
        each(positions, games),
        each(tally.opening_stones, games)
    )?;
    let repeated = positions - tally.distinct();
    line(out, "  repeated, symmetric", repeated, positions)?;
    if tally.unscored > 0 {
        line(out, "  without scores", tally.unscored, positions)?;
    }
    line(out, "  decided", tally.decided, positions)?;
    let [random, valued] = [tally.random_moves, tally.with_alternatives];
    line(out, "  move drawn at random", random, positions)?;
    line(out, "  several moves valued", valued, positions)?;
    let all = positions + tally.tree_positions;
    if tally.tree_positions > 0 {
        line(out, "positions of trees", tally.tree_positions, all)?;
    }
    if tally.relabelled > 0 {
        line(out, "searched again", tally.relabelled, all)?;
    }
    writeln!(
        out,
        "{:<22}{bytes:>12}  {:.2} a position",
        "bytes",
        each(bytes, all)
    )
}
