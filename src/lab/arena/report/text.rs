//! The report as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::settings::Adjudication;
use crate::statistics::tables::{cross_table_text, faults_text, ratings_text, render};
use crate::statistics::{CrossTable, fault_sentences};
use kagetsu_kernel::{KIB, MIB, counted, percent};
use kagetsu_notation::record::{GameRecord, Reason};

use super::conditions::{engine_line, settings_line};
use super::input::ReportInput;
use super::usage::{EngineUsage, overruns, usage};

/// Largest number of faults whose lines are shown.
const MAX_FAULTS: usize = 50;

/// Stands in place of the tables before the end of the first game.
const NOTHING_PLAYED: &str = "No game has been played to its end.";

/// The whole report.
pub fn text(input: &ReportInput<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_report(input, &mut text);
    text
}

fn write_report(input: &ReportInput<'_>, out: &mut String) -> fmt::Result {
    let games = input.games();
    let table = input.table(&games);
    writeln!(out, "{}\n", input.headline())?;
    let faults = fault_sentences(&table);
    for sentence in &faults {
        writeln!(out, "FAULTS: {sentence}")?;
    }
    if !faults.is_empty() {
        writeln!(out)?;
    }
    for (index, engine) in input.manifest.engines.iter().enumerate() {
        writeln!(out, "{}", engine_line(engine, input.clock(index)))?;
    }
    writeln!(out, "{}", settings_line(input.manifest))?;
    if let Some(openings) = &input.manifest.openings {
        let stones = openings.stones;
        let cut = stones.map_or_else(String::new, |stones| {
            format!(", at most {}", counted(stones, "stone"))
        });
        writeln!(
            out,
            "openings: {} ({}){cut}, {}, symmetries {}",
            openings.file, openings.count, openings.order, openings.symmetries
        )?;
    }
    if games.is_empty() {
        return writeln!(out, "\n{NOTHING_PLAYED}");
    }
    let summaries = input.summaries(&table);
    let usages = usage(input);
    let warnings = input.warnings(&summaries).into_iter();
    let of_use = overruns(&usages)
        .into_iter()
        .chain(unscored(input, &usages));
    for warning in warnings.chain(of_use) {
        writeln!(out, "warning: {warning}")?;
    }
    writeln!(out, "\nCross table\n{}", cross_table_text(&table))?;
    let too_few = match summaries.as_slice() {
        [summary] => summary.too_few(),
        _ => None,
    };
    match (too_few, input.ratings(&table)) {
        (Some(words), _) => writeln!(out, "Ratings: {words}\n")?,
        (None, Ok(ratings)) => writeln!(out, "Ratings\n{}", ratings_text(&ratings))?,
        (None, Err(error)) => writeln!(out, "Ratings: {error}\n")?,
    }
    match summaries.as_slice() {
        [] => {}
        [summary] => writeln!(out, "{}\n", summary.detailed())?,
        summaries => {
            writeln!(out, "Encounters")?;
            for summary in summaries {
                writeln!(out, "{summary}")?;
            }
            writeln!(out)?;
        }
    }
    let black = table.black_games();
    writeln!(
        out,
        "Colours: Black won {}, White won {}, {} drawn",
        black.wins, black.losses, black.draws
    )?;
    writeln!(out, "Endings: {}", endings_line(&games))?;
    if !usages.is_empty() {
        writeln!(out, "\nUse of time\n{}", usage_table(&usages))?;
    }
    write_faults(&table, &games, out)
}

/// What is said of engines without whose scores no game can be adjudicated.
fn unscored(input: &ReportInput<'_>, usages: &[EngineUsage]) -> Vec<String> {
    if input.manifest.game.adjudication == Adjudication::default() {
        return Vec::new();
    }
    let silent = usages.iter().filter(|usage| usage.scores == 0);
    let warning = |usage: &EngineUsage| {
        let name = &usage.engine;
        format!(
            "{name} has reported no score that is understood: none of its games can be adjudicated"
        )
    };
    silent.map(warning).collect()
}

/// How often games ended in each way, on one line, the most frequent way first.
fn endings_line(games: &[&GameRecord]) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for record in games {
        let name = match (&record.fault, record.reason) {
            (Some(fault), Reason::Fault) => format!("fault ({})", fault.kind),
            (_, reason) => reason_name(reason).to_string(),
        };
        *counts.entry(name).or_default() += 1;
    }
    let mut endings: Vec<(String, u32)> = counts.into_iter().collect();
    endings.sort_by_key(|&(_, count)| Reverse(count));
    let part = |(name, count): &(String, u32)| format!("{name} {count}");
    endings.iter().map(part).collect::<Vec<_>>().join(", ")
}

const fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Five => "five in a row",
        Reason::FullBoard => "full board",
        Reason::Six => "six in a row",
        Reason::NoMoves => "no moves left",
        Reason::Resigned => "resigned",
        Reason::MoveLimit => "move limit",
        Reason::AdjudicatedWin => "adjudicated win",
        Reason::AdjudicatedDraw => "adjudicated draw",
        Reason::Fault => "fault",
        Reason::Unfinished => "unfinished",
    }
}

/// The table of each engine's use of time, depth and memory.
fn usage_table(usages: &[EngineUsage]) -> String {
    // Titles in two lines keep the table narrow.
    let header = [
        "engine",
        "moves",
        "mean\nms",
        "max\nms",
        "mean of\nlimit",
        "max of\nlimit",
        "mean\ndepth",
        "peak\nMiB",
    ];
    let rows = usages.iter().map(usage_row).collect();
    render(header.map(str::to_owned).to_vec(), rows)
}

/// A row of the usage table.
fn usage_row(usage: &EngineUsage) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_string());
    let share = |share: Option<f64>| or_dash(share.map(|share| format!("{:.1} %", percent(share))));
    vec![
        usage.engine.clone(),
        usage.ms.len().to_string(),
        or_dash(usage.mean_ms().map(|mean| format!("{mean:.1}"))),
        or_dash(usage.max_ms().map(|max| max.to_string())),
        share(usage.mean_share()),
        share(usage.max_share()),
        or_dash(usage.mean_depth().map(|mean| format!("{mean:.1}"))),
        or_dash(
            usage
                .memory_kib
                .map(|kib| kib.div_ceil(MIB / KIB).to_string()),
        ),
    ]
}

fn write_faults(table: &CrossTable, games: &[&GameRecord], out: &mut String) -> fmt::Result {
    let faults: Vec<_> = games
        .iter()
        .filter_map(|record| Some((record.game, record.fault.as_ref()?)))
        .collect();
    if faults.is_empty() {
        return writeln!(out, "No faults");
    }
    writeln!(out, "Faults\n{}", faults_text(table))?;
    for (game, fault) in faults.iter().take(MAX_FAULTS) {
        let (engine, kind, detail) = (&fault.engine, fault.kind, &fault.detail);
        writeln!(out, "game {game}: {engine}: {kind}: {detail}")?;
        for line in &fault.lines {
            writeln!(out, "    {line}")?;
        }
    }
    match faults.len().saturating_sub(MAX_FAULTS) {
        0 => Ok(()),
        more => writeln!(out, "and {more} more, see games.jsonl"),
    }
}
