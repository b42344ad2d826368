//! The outcomes as text: a line for each position, JSON on request, and a table that sums them up.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::super::position_list::NamedPosition;
use super::args::SolveArgs;
use super::outcome::{Solved, Value};
use crate::printed::{plain_table, without_controls, write_json_line};
use kagetsu_gomoku::search::solver::Limit;
use kagetsu_kernel::PERCENT;
use kagetsu_kernel::seconds::show;

/// One position as a JSON object.
#[derive(Debug, Serialize)]
struct SolveRecord<'a> {
    id: &'a str,
    /// `win`, `none` or `unknown`, of the side to move.
    verdict: &'a str,
    side: String,
    /// The line of the win or the loss, if it is proved.
    line: String,
    nodes: u64,
    ms: f64,
    /// `win`, `loss` or `draw` where the true value is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    /// The means by which the verdict was found.
    means: &'a str,
    /// Upper bound of the moves of both sides to the end.
    plies: usize,
    /// `time`, `nodes`, `interrupted` or `memory`: what came before the verdict, or before the value of a `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

const fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Stop => "interrupted",
        Limit::Memory => "memory",
    }
}

impl Value {
    const fn verdict(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss | Self::Draw | Self::NoWin => "none",
            Self::Unknown => "unknown",
        }
    }

    const fn known(self) -> Option<&'static str> {
        match self {
            Self::Win => Some("win"),
            Self::Loss => Some("loss"),
            Self::Draw => Some("draw"),
            Self::NoWin | Self::Unknown => None,
        }
    }
}

const WHOLE_PERCENT: usize = PERCENT as usize;
const HIGH_PERCENT: usize = 95;

/// The limit that came first, and the option that allows more.
fn limit_text(limit: Limit, args: &SolveArgs) -> String {
    match limit {
        Limit::Time => format!("time, {} (--time)", show(args.time.0)),
        Limit::Nodes => format!("nodes, {} (--nodes)", args.nodes.unwrap_or_default()),
        Limit::Memory => format!("memory, {} MiB (--memory)", args.memory),
        Limit::Stop => "interrupted".to_string(),
    }
}

/// Prints outcomes one by one and collects the figures of the summary.
#[derive(Debug)]
pub(super) struct Report<'a> {
    args: &'a SolveArgs,
    single: bool,
    /// Numbers of positions with the verdicts `win`, `none` and `unknown`.
    counts: [usize; 3],
    times: Vec<Duration>,
    nodes: u64,
}

fn millis(time: Duration) -> f64 {
    /// Decimals of a time in milliseconds.
    const MICROS_PER_MILLI: f64 = 1000.0;
    (time.as_secs_f64() * MICROS_PER_MILLI * MICROS_PER_MILLI).round() / MICROS_PER_MILLI
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a SolveArgs, length: usize) -> Self {
        Self {
            args,
            single: length == 1,
            counts: [0; 3],
            times: Vec::with_capacity(length),
            nodes: 0,
        }
    }

    /// Prints one outcome.
    pub(super) fn add(
        &mut self,
        problem: &NamedPosition,
        solved: &Solved,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.counts[match solved.value {
            Value::Win => 0,
            Value::Loss | Value::Draw | Value::NoWin => 1,
            Value::Unknown => 2,
        }] += 1;
        self.times.push(solved.elapsed);
        self.nodes += solved.nodes;
        let size = problem.position.size();
        let words: Vec<String> = solved
            .line
            .iter()
            .map(|&point| problem.names.show(point, size))
            .collect();
        let record = SolveRecord {
            id: &problem.id,
            verdict: solved.value.verdict(),
            side: solved.side.to_string(),
            line: words.join(" "),
            nodes: solved.nodes,
            ms: millis(solved.elapsed),
            value: solved.value.known(),
            means: solved.means,
            plies: solved.line.len(),
            limit: solved.limit.map(limit_name),
        };
        if self.args.json {
            write_json_line(&record, out)?;
        } else {
            self.print(&record, solved, out)?;
        }
        out.flush()
    }

    /// Prints the summary of a list.
    pub(super) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.args.json || self.single || self.times.is_empty() {
            return Ok(());
        }
        self.times.sort_unstable();
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        let at = |percent: usize| self.times[(self.times.len() - 1) * percent / WHOLE_PERCENT];
        let total: Duration = self.times.iter().sum();
        let titles = [
            "positions",
            "win",
            "none",
            "unknown",
            "nodes",
            "median s",
            "95 % s",
            "worst s",
            "total s",
        ];
        let mut table = plain_table(&titles, []);
        let [win, none, unknown] = self.counts;
        table.add_row([
            self.times.len().to_string(),
            win.to_string(),
            none.to_string(),
            unknown.to_string(),
            self.nodes.to_string(),
            seconds(at(WHOLE_PERCENT / 2)),
            seconds(at(HIGH_PERCENT)),
            seconds(at(WHOLE_PERCENT)),
            seconds(total),
        ]);
        writeln!(out, "\n{}", table.trim_fmt())
    }

    fn print(
        &self,
        record: &SolveRecord<'_>,
        solved: &Solved,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let value = record.value.unwrap_or(record.verdict);
        if !self.single {
            let line = match record.limit {
                Some(limit) if record.line.is_empty() => format!("limit: {limit}"),
                _ => record.line.clone(),
            };
            return writeln!(
                out,
                "{}\t{}\t{value}\t{}\t{} nodes\t{}\t{line}",
                without_controls(record.id),
                record.side,
                record.means,
                record.nodes,
                show(solved.elapsed),
            );
        }
        writeln!(out, "side:    {}", record.side)?;
        writeln!(out, "verdict: {value} ({})", record.means)?;
        if let Some(limit) = solved.limit {
            writeln!(out, "limit:   {}", limit_text(limit, self.args))?;
        }
        if solved.value == Value::Unknown && !solved.ruled_out.is_empty() {
            writeln!(out, "no win:  by {}", solved.ruled_out.join(", "))?;
        }
        if !record.line.is_empty() {
            writeln!(out, "plies:   {} at most", record.plies)?;
            writeln!(out, "line:    {}", record.line)?;
        }
        writeln!(out, "nodes:   {}", record.nodes)?;
        writeln!(out, "time:    {}", show(solved.elapsed))
    }
}
