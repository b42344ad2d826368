//! `move`: finds the best move of one position.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use kagetsu_analysis::report::{LineRecord, TreeMoveRecord, tree_records, tree_table};
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{EngineConfig, SearchMethod, SearchPurpose, SearchRequest, Thought};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{NullSearchObserver, RootFilter};
use kagetsu_kernel::seconds::show;
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl, percent};

use super::error::CommandError;
use super::interrupt::{exit_code, stop_on_interrupt};
use super::position_arg::{PositionArgs, position, refuse_finished};
use super::printed::write_json_line;
use super::progress::waiting_line;
use super::search_args::{EngineArgs, LimitArgs};
use super::thinking::new_engine;
use super::value::line_count;

/// Arguments of `move`.
#[derive(Debug, Args)]
pub(super) struct MoveArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Best moves to compare: each is printed with its score, the chance to win, the depth and the line
    ///
    /// There are fewer lines if fewer moves are worth searching.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = line_count())]
    lines: u16,
    /// How to search: alphabeta, or mcts for Monte Carlo tree search over the same network, for which a node is a playout;
    /// it prints the visits, priors and values of the moves
    #[arg(long, value_name = "SEARCH", default_value_t)]
    search: SearchMethod,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object: rule, size, side, move, win, lines, nodes, ms, and the tree of a tree search
    #[arg(long)]
    json: bool,
}

/// Prints the best move and what the search knows about it. Returns the exit code.
pub(super) fn run(
    args: &MoveArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let position = &position(&args.position, Rule::default(), None, err)?;
    refuse_finished(position)?;
    let mut engine = new_engine(EngineConfig {
        search: args.search,
        ..args.engine.config()
    });
    let stop = stop_on_interrupt();
    let line = waiting_line();
    let request = SearchRequest {
        // The only move is searched as well: its score is printed.
        purpose: SearchPurpose::Analyse,
        filter: &RootFilter::ALL,
        position,
        known: &[],
        limits: &SearchLimits {
            started: engine.clock().now(),
            ..limits(args)
        },
        stop: &stop,
    };
    let thought = engine.answer(request, &mut NullSearchObserver)?;
    line.finish_and_clear();
    let names = |points: &[Point]| args.position.rows.names(points, position.size(), " ");
    if args.json {
        let record = MoveAnswer::new(&thought, position, &stop, names);
        write_json_line(&record, out)?;
    } else {
        let stones = position.stones().len();
        let chance = |score| win_probability(position.rule(), score, stones);
        print(&thought, names, chance, out)?;
    }
    Ok(exit_code(&stop))
}

/// The answer as a JSON object, which `protocol-docs/analyse-json.md` describes.
#[derive(Debug, Serialize)]
struct MoveAnswer {
    rule: String,
    size: String,
    side: String,
    #[serde(rename = "move")]
    point: String,
    /// The win rate of the side to move; `None` when no iteration was finished.
    win: Option<f64>,
    /// Empty when no iteration was finished.
    lines: Vec<LineRecord>,
    /// The visited moves of a tree search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tree: Vec<TreeMoveRecord>,
    nodes: u64,
    ms: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

impl MoveAnswer {
    fn new(
        thought: &Thought,
        position: &Position,
        stop: &StopSignal,
        names: impl Fn(&[Point]) -> String,
    ) -> Self {
        let (rule, stones) = (position.rule(), position.stones().len());
        let searched = thought.lines().filter(|line| line.depth > 0);
        let lines: Vec<LineRecord> = searched
            .map(|line| {
                let moves = line.pv.iter().map(|&point| names(&[point])).collect();
                LineRecord::of(line.score, line.depth, moves, rule, stones)
            })
            .collect();
        Self {
            rule: position.rule().to_string(),
            size: position.size().to_string(),
            side: position.side_to_move().to_string(),
            point: names(&[thought.best]),
            win: lines.first().map(|line| line.win),
            lines,
            tree: tree_records(&thought.moves, |point| names(&[point])),
            nodes: thought.report.nodes,
            ms: u64::try_from(thought.report.elapsed.as_millis()).unwrap_or(u64::MAX),
            interrupted: stop.is_raised(),
        }
    }
}

fn limits(args: &MoveArgs) -> SearchLimits {
    let time = args.limits.time_or_usual();
    SearchLimits {
        depth: args.limits.depth,
        nodes: args.limits.nodes,
        time: time.map_or(TimeControl::UNLIMITED, TimeControl::per_move),
        multi_pv: args.lines.into(),
        ..SearchLimits::default()
    }
}

fn print(
    thought: &Thought,
    names: impl Fn(&[Point]) -> String,
    chance: impl Fn(Score) -> f64,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let report = &thought.report;
    writeln!(out, "move:  {}", names(&[thought.best]))?;
    if report.depth == 0 {
        writeln!(
            out,
            "score: none: the limits came before the first iteration was finished"
        )?;
    } else {
        writeln!(out, "score: {}", report.score)?;
    }
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
    if !thought.others.is_empty() {
        print_lines(thought, &names, chance, out)?;
    }
    let tree = tree_records(&thought.moves, |point| names(&[point]));
    if !tree.is_empty() {
        write!(out, "{}", tree_table(&tree))?;
    }
    Ok(())
}

/// Prints each line with its score, the chance to win in percent, and the depth.
fn print_lines(
    thought: &Thought,
    names: impl Fn(&[Point]) -> String,
    chance: impl Fn(Score) -> f64,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    writeln!(out, "line    score  chance  depth  moves")?;
    for (place, line) in thought.lines().enumerate() {
        writeln!(
            out,
            "{:>4} {:>8} {:>6.1}% {:>6}  {}",
            place + 1,
            line.score.to_string(),
            percent(chance(line.score)),
            line.depth,
            names(&line.pv)
        )?;
    }
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

    fn printed(score: Score, others: &[Score]) -> String {
        printed_at(4, score, others)
    }

    fn printed_at(depth: u32, score: Score, others: &[Score]) -> String {
        let report = DepthReport {
            pv_index: 0,
            depth,
            selective_depth: 9,
            score,
            nodes: 1234,
            elapsed: Duration::from_millis(56),
            pv: vec![Point::at(7, 7), Point::at(8, 9)],
        };
        let others = others
            .iter()
            .map(|&score| DepthReport {
                score,
                pv: vec![Point::at(0, 0)],
                ..report.clone()
            })
            .collect();
        let size = BoardSize::square(15).expect("a legal size");
        let mut out = Vec::new();
        print(
            &Thought {
                best: Point::at(7, 7),
                report,
                others,
                moves: Vec::new(),
            },
            |points| Rows::FromBottom.names(points, size, " "),
            |score| win_probability(Rule::Freestyle, score, 2),
            &mut out,
        )
        .expect("memory takes all text");
        String::from_utf8(out).expect("the text is ASCII")
    }

    #[test]
    fn an_open_position_shows_its_score() {
        let expected = "move:  h8\nscore: 17\ndepth: 4 (deepest line 9)\nnodes: 1234\ntime:  0.056 s\npv:    h8 i6\n";
        assert_eq!(printed(Score::evaluation(17), &[]), expected);
    }

    #[test]
    fn what_was_not_searched_has_no_score() {
        let text = printed_at(0, Score::ZERO, &[]);
        assert!(
            text.contains("score: none: the limits came before"),
            "{text}"
        );
    }

    #[test]
    fn several_lines_stand_in_a_table() {
        let text = printed(Score::win_in(5), &[Score::ZERO, Score::loss_in(4)]);
        let table: Vec<&str> = text.lines().skip(6).collect();
        assert_eq!(
            table[table.len() - 4..],
            [
                "line    score  chance  depth  moves",
                "   1      +M5  100.0%      4  h8 i6",
                "   2        0   50.0%      4  a15",
                "   3      -M4    0.0%      4  a15",
            ]
        );
    }

    #[test]
    fn decided_positions_say_so_in_words() {
        assert!(printed(Score::win_in(5), &[]).contains("win in 5 plies"));
        assert!(printed(Score::win_in(1), &[]).contains("win in 1 ply\n"));
        assert!(printed(Score::loss_in(4), &[]).contains("loss in 4 plies"));
    }
}
