//! `move`: finds the best move of one position.

use std::io::Write;
use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{EngineConfig, Thought};
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::{Score, SearchLimits, TimeControl};

use super::cli::MoveArgs;
use super::error::CommandError;
use super::thinking::{MEBIBYTE, new_engine, think};
use kagetsu_kernel::seconds::{Seconds, show};

const DEFAULT_TIME: Seconds = Seconds(Duration::from_secs(1));

/// Prints the best move and what the search knows about it.
pub(super) fn run(
    args: &MoveArgs,
    position: &Position,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut engine = new_engine(EngineConfig {
        max_memory: args.memory * MEBIBYTE,
        threads: args.threads.into(),
        ..EngineConfig::default()
    });
    let thought = think(&mut engine, position, limits(args))?;
    let names = |points: &[Point]| args.position.rows.names(points, position.size(), " ");
    print(&thought, names, out)
}

fn limits(args: &MoveArgs) -> SearchLimits {
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(unlimited.then_some(DEFAULT_TIME));
    SearchLimits {
        depth: args.depth,
        nodes: args.nodes,
        time: time.map_or(TimeControl::UNLIMITED, |Seconds(time)| {
            TimeControl::per_move(time)
        }),
        ..SearchLimits::default()
    }
}

fn print(
    thought: &Thought,
    names: impl Fn(&[Point]) -> String,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let report = &thought.report;
    writeln!(out, "move:  {}", names(&[thought.best]))?;
    writeln!(out, "score: {}", report.score)?;
    if let Some(decision) = decision(report.score) {
        writeln!(out, "       {decision}")?;
    }
    writeln!(
        out,
        "depth: {} (deepest line {})",
        report.depth, report.selective_depth
    )?;
    writeln!(out, "nodes: {}", report.nodes)?;
    writeln!(out, "time:  {}", show(report.elapsed))?;
    writeln!(out, "pv:    {}", names(&report.pv))?;
    Ok(())
}

/// A decided score in words.
fn decision(score: Score) -> Option<String> {
    let plies = score.distance()?;
    let unit = if plies == 1 { "ply" } else { "plies" };
    let result = if score.is_win() { "win" } else { "loss" };
    Some(format!("{result} in {plies} {unit}"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};
    use kagetsu_gomoku::search::DepthReport;

    fn printed(score: Score) -> String {
        let report = DepthReport {
            pv_index: 0,
            depth: 4,
            selective_depth: 9,
            score,
            nodes: 1234,
            elapsed: Duration::from_millis(56),
            pv: vec![Point::at(7, 7), Point::at(8, 9)],
        };
        let size = BoardSize::square(15).expect("a legal size");
        let mut out = Vec::new();
        print(
            &Thought {
                best: Point::at(7, 7),
                report,
            },
            |points| Rows::FromBottom.names(points, size, " "),
            &mut out,
        )
        .expect("memory takes all text");
        String::from_utf8(out).expect("the text is ASCII")
    }

    #[test]
    fn an_open_position_shows_its_score() {
        let expected = "move:  h8\nscore: 17\ndepth: 4 (deepest line 9)\nnodes: 1234\ntime:  0.056 s\npv:    h8 i6\n";
        assert_eq!(printed(Score::evaluation(17)), expected);
    }

    #[test]
    fn decided_positions_say_so_in_words() {
        assert!(printed(Score::win_in(5)).contains("win in 5 plies"));
        assert!(printed(Score::win_in(1)).contains("win in 1 ply\n"));
        assert!(printed(Score::loss_in(4)).contains("loss in 4 plies"));
    }
}
