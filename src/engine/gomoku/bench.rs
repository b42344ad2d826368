//! `bench`: searches built-in positions to fixed depths. The number of nodes is the signature of a build: it
//! must be the same on every machine, and it moves only when play changes.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kagetsu_kernel::{Clock, NoClock, SearchLimits, StopSignal, WallClock};

use crate::board::{Board, Position, PositionError, Rule};
use crate::engine::{Engine, EngineConfig, EngineError};
use crate::geometry::{BoardSize, Point, Rows};
use crate::search::{DepthReport, NullSearchObserver};

const POSITIONS: &str = include_str!("bench_positions.txt");
const TABLE_BYTES: u64 = 16 << 20;

/// Rounds for each position between two looks at the clock while the speed of the board is measured.
const ROUNDS: usize = 500;
/// Time of one measurement of that speed.
const MEASURED_TIME: Duration = Duration::from_millis(30);
/// Measurements of which the best counts.
const MEASUREMENTS: usize = 5;

/// A built-in position.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    /// The position.
    pub position: Position,
    /// The depth to which `bench` searches it.
    pub depth: u32,
}

/// Why `bench` fails.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A line of the built-in positions is malformed, which a test excludes.
    #[error("'{0}' is not a line of the built-in positions")]
    Line(String),
    /// A move of the built-in positions is illegal, which a test excludes.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The engine refuses a position.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// The built-in positions: sensible middle games of all rules on boards of several sizes.
///
/// # Errors
/// [`BenchError::Line`] or [`BenchError::Position`] if the file that is built in is malformed.
pub fn bench_positions() -> Result<Vec<BenchPosition>, BenchError> {
    POSITIONS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(parse_line)
        .collect()
}

/// Reads `rule | size | depth | moves`.
fn parse_line(line: &str) -> Result<BenchPosition, BenchError> {
    let bad = || BenchError::Line(line.to_string());
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[rule, size, depth, moves] = fields.as_slice() else {
        return Err(bad());
    };
    let size: BoardSize = size.parse().map_err(|_| bad())?;
    let rule: Rule = rule.parse().map_err(|_| bad())?;
    let moves = Rows::FromTop.parse_moves(moves, size).map_err(|_| bad())?;
    Ok(BenchPosition {
        position: Position::from_moves(size, rule, moves)?,
        depth: depth.parse().map_err(|_| bad())?,
    })
}

/// The nodes of all built-in positions: the signature of this build. They are searched once in a process.
///
/// # Errors
/// All of [`BenchError`] but [`BenchError::Write`].
pub fn signature() -> Result<u64, BenchError> {
    static SIGNATURE: OnceLock<Option<u64>> = OnceLock::new();
    // Threads that ask meanwhile wait for it. An error is found again by whoever asks.
    let nodes = SIGNATURE.get_or_init(|| all_nodes().ok());
    nodes.map_or_else(all_nodes, Ok)
}

fn all_nodes() -> Result<u64, BenchError> {
    // Searches to a fixed depth ask no clock.
    let mut engine = engine(Arc::new(NoClock));
    let mut nodes = 0;
    for bench in &bench_positions()? {
        nodes += search_position(&mut engine, bench)?.nodes;
    }
    Ok(nodes)
}

fn engine(clock: Arc<dyn Clock>) -> Engine {
    let config = EngineConfig {
        max_hash: Some(TABLE_BYTES),
        threads: 1,
        ..EngineConfig::default()
    };
    Engine::new(config, clock)
}

fn search_position(engine: &mut Engine, bench: &BenchPosition) -> Result<DepthReport, BenchError> {
    engine.clear_hash();
    let limits = SearchLimits {
        depth: Some(bench.depth),
        started: engine.clock().now(),
        ..SearchLimits::default()
    };
    let thought = engine.think(
        &bench.position,
        &limits,
        &StopSignal::new(),
        &mut NullSearchObserver,
    )?;
    Ok(thought.report)
}

/// Prints the speed of the board, the nodes of every position and, on the last line, the signature.
///
/// # Errors
/// [`BenchError::Write`] when the output cannot be written.
pub fn run(out: &mut dyn Write) -> Result<(), BenchError> {
    let mut engine = engine(Arc::new(WallClock::start()));
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
        let report = search_position(&mut engine, bench)?;
        let (rule, size) = (bench.position.rule(), bench.position.size());
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
        per_second(nodes, elapsed)
    )?;
    writeln!(out, "Bench: {nodes}")?;
    Ok(())
}

/// How many a second. A time that is too short to be seen counts as a microsecond.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// Pairs of make and unmake in a second under a rule: the move sequences of all positions of one size are played
/// from the empty board and taken back, without an evaluation, which reads what stones changed only when it is asked.
fn pairs_per_second(rule: Rule, size: BoardSize, positions: &[BenchPosition]) -> u64 {
    let of_size = positions
        .iter()
        .filter(|bench| bench.position.size() == size);
    let games: Vec<Vec<Point>> = of_size
        .map(|bench| {
            let stones = bench.position.stones().iter();
            stones.map(|&(point, _)| point).collect()
        })
        .collect();
    let mut board = Board::new(size, rule);
    let clock = WallClock::start();
    let mut best = 0;
    for _ in 0..MEASUREMENTS {
        let begin = clock.now();
        let mut pairs = 0;
        while clock.now().saturating_sub(begin) < MEASURED_TIME {
            for game in &games {
                for _ in 0..ROUNDS {
                    replay(&mut board, game);
                }
                pairs += (ROUNDS * game.len()) as u64;
            }
        }
        best = best.max(per_second(pairs, clock.now().saturating_sub(begin)));
    }
    best
}

fn replay(board: &mut Board, game: &[Point]) {
    for &point in game {
        board.make(point);
    }
    for _ in game {
        board.unmake();
    }
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
                matches!(parse_line(line), Err(BenchError::Line(_))),
                "{line}"
            );
        }
        assert!(parse_line("renju | 15 | 8 | h8h8").is_err());
        assert!(parse_line("renju | 15 | 8 | h8i9").is_ok());
    }

    #[test]
    fn no_time_and_no_count_are_too_much_for_a_speed() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
        assert_eq!(per_second(3, Duration::ZERO), 3_000_000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
        assert_eq!(per_second(u64::MAX, Duration::MAX), 0);
    }
}
