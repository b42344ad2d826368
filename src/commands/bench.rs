//! `bench`: searches built-in positions to fixed depths. The number of visited nodes is the signature of a build: it
//! must be the same on every machine, and it moves only when play changes.

use std::io::Write;
use std::time::Duration;

use crate::board::{Position, Rule};
use crate::engine::EngineConfig;
use crate::kernel::SearchLimits;

use super::board_speed::pairs_per_second;
use super::error::CommandError;
use super::position_text::{PositionDefaults, parse_position};
use super::thinking::{MEBIBYTE, new_engine, nodes_per_second, think};
use super::value::parse_size;

const POSITIONS: &str = include_str!("bench_positions.txt");
const TABLE_BYTES: u64 = 16 * MEBIBYTE;

/// A built-in position.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    /// The position.
    pub position: Position,
    /// The depth to which `bench` searches it.
    pub depth: u32,
}

/// The built-in positions: sensible middle games of all rules on boards of several sizes.
///
/// # Errors
/// [`CommandError::BenchLine`] or [`CommandError::PositionText`] if the file that is built in is malformed, which a
/// test excludes.
pub fn bench_positions() -> Result<Vec<BenchPosition>, CommandError> {
    POSITIONS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(parse_line)
        .collect()
}

/// Reads `rule | size | depth | moves`.
fn parse_line(line: &str) -> Result<BenchPosition, CommandError> {
    let bad = || CommandError::BenchLine(line.to_string());
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[rule, size, depth, moves] = fields.as_slice() else {
        return Err(bad());
    };
    let defaults = PositionDefaults {
        rule: rule.parse().map_err(|_| bad())?,
        size: Some(parse_size(size).map_err(|_| bad())?),
        side: None,
    };
    Ok(BenchPosition {
        position: parse_position(moves, defaults)?,
        depth: depth.parse().map_err(|_| bad())?,
    })
}

/// Prints the speed of the board, the nodes of every position and, on the last line, the signature.
pub(super) fn run(out: &mut dyn Write) -> Result<(), CommandError> {
    let mut engine = new_engine(EngineConfig {
        max_hash: Some(TABLE_BYTES),
        threads: 1,
        ..EngineConfig::default()
    });
    let positions = bench_positions()?;
    if let Some(size) = positions.first().map(|bench| bench.position.size()) {
        for rule in Rule::ALL {
            let speed = pairs_per_second(rule, size, &positions);
            writeln!(
                out,
                "board {rule:10} {size:>5} {speed} make+unmake pairs per second"
            )?;
        }
    }
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for (index, bench) in positions.iter().enumerate() {
        engine.clear_hash();
        let limits = SearchLimits {
            depth: Some(bench.depth),
            ..SearchLimits::default()
        };
        let report = think(&mut engine, &bench.position, limits)?.report;
        let (rule, size) = (
            bench.position.rule().to_string(),
            bench.position.size().to_string(),
        );
        writeln!(
            out,
            "{:>2} {rule:10} {size:>5} depth {:>2} nodes {}",
            index + 1,
            report.depth,
            report.nodes
        )?;
        nodes += report.nodes;
        elapsed += report.elapsed;
    }
    writeln!(
        out,
        "{nodes} nodes, {} ms, {} nps",
        elapsed.as_millis(),
        nodes_per_second(nodes, elapsed)
    )?;
    writeln!(out, "Bench: {nodes}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_are_refused() {
        for line in [
            "",
            "renju | 15 | 8",
            "chess | 15 | 8 | h8",
            "renju | 4 | 8 | h8",
            "renju | 15 | x | h8",
        ] {
            assert!(
                matches!(parse_line(line), Err(CommandError::BenchLine(_))),
                "{line}"
            );
        }
        assert!(parse_line("renju | 15 | 8 | h8h8").is_err());
        assert!(parse_line("renju | 15 | 8 | h8i9").is_ok());
    }
}
