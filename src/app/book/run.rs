//! Grows and checks books.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_analysis::book::check::{BookReport, check};
use kagetsu_analysis::book::grow::{GrowSettings, grow};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::database::writer::Writer;
use kagetsu_analysis::search::{Effort, Searcher};
use kagetsu_arena::openings::{BadOpenings, ReadOptions, read_openings};
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::PointSet;
use kagetsu_kernel::{Score, StopSignal};

use super::super::database::DatabaseCommandError;
use super::super::interrupt::stop_on_interrupt;
use super::cli::{BookArgs, BookCommand, CheckArgs, GrowArgs};

/// How often the end of the time is looked for.
const TICK: Duration = Duration::from_millis(50);
/// Searched positions between two lines of progress.
const PROGRESS: u64 = 10;

/// Does what is asked.
pub(crate) fn run(
    command: &BookCommand,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), DatabaseCommandError> {
    match command {
        BookCommand::Grow(args) => grow_book(args, out, notes),
        BookCommand::Check(args) => check_book(args, out),
    }
}

fn roots(args: &BookArgs) -> Result<Vec<Position>, DatabaseCommandError> {
    let empty = Position::new(args.size, args.rule);
    let Some(path) = &args.openings else {
        return Ok(vec![empty]);
    };
    let options = ReadOptions {
        rule: args.rule,
        size: args.size,
        stones: None,
        bad: BadOpenings::Refuse,
    };
    let most = args.roots.unwrap_or(usize::MAX);
    let openings = read_openings(path, &options)?.openings;
    let played = openings.into_iter().take(most).map(|opening| {
        let mut position = empty.clone();
        // The openings have been checked.
        let is_played = |point| position.play(point).is_ok();
        opening
            .points
            .into_iter()
            .all(is_played)
            .then_some(position)
    });
    Ok(played.flatten().collect())
}

fn grow_book(
    args: &GrowArgs,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), DatabaseCommandError> {
    let roots = roots(&args.book)?;
    let mut writer = Writer::open_or_create(&args.book.db)?;
    let settings = GrowSettings {
        effort: Effort {
            time: None,
            depth: None,
            nodes: Some(args.nodes),
            lines: usize::from(args.lines),
        },
        cost_of_a_move: args.width,
        max_stones: args.max_stones,
        positions: args.positions,
    };
    let stop = stop_on_interrupt();
    if let Some(time) = args.time {
        stop_later(&stop, time.0);
    }
    let mut searcher = Searcher::new(usize::from(args.threads));
    let growth = grow(
        &mut writer,
        &mut searcher,
        &roots,
        &settings,
        &stop,
        &mut |growth| {
            if growth.opened.is_multiple_of(PROGRESS) {
                // Progress that cannot be shown changes nothing.
                let _ = writeln!(notes, "{} positions searched", growth.opened);
            }
        },
    )?;
    writeln!(
        out,
        "{} positions searched, {} new in '{}', {} in all",
        growth.opened,
        growth.new,
        args.book.db.display(),
        writer.view()?.count()?
    )?;
    if growth.is_complete {
        writeln!(out, "nothing is left to search with these options")?;
    }
    Ok(())
}

/// Raises the signal when the time is over.
fn stop_later(stop: &StopSignal, time: Duration) {
    let stop = stop.clone();
    let begun = Instant::now();
    thread::spawn(move || {
        while begun.elapsed() < time && !stop.is_raised() {
            thread::sleep(TICK.min(time.saturating_sub(begun.elapsed())));
        }
        stop.raise();
    });
}

fn check_book(args: &CheckArgs, out: &mut dyn Write) -> Result<(), DatabaseCommandError> {
    let roots = roots(&args.book)?;
    let reader = Reader::open(&args.book.db)?;
    for pair in reader.entries()? {
        pair?;
    }
    let report = check(reader.view(), &roots)?;
    let mut line = |name: &str, figure: usize| writeln!(out, "{name:<34}{figure:>10}");
    line("roots", report.roots)?;
    line("positions", report.positions)?;
    line("searched with their moves", report.open)?;
    line("most stones", report.most_stones)?;
    line("values that `grow` will mend", report.stale)?;
    line("best moves that are not legal", report.wrong_moves)?;
    if args.sample > 0 {
        search_again(args, &reader, &report, out)?;
    }
    if report.wrong_moves > 0 {
        return Err(DatabaseError::Damaged {
            path: args.book.db.clone(),
            reason: "a best move is not legal".to_string(),
        }
        .into());
    }
    Ok(())
}

/// Searches some leaves again and tells how far their values are off.
fn search_again(
    args: &CheckArgs,
    reader: &Reader,
    report: &BookReport,
    out: &mut dyn Write,
) -> Result<(), DatabaseCommandError> {
    let stop = stop_on_interrupt();
    let effort = Effort {
        time: None,
        depth: None,
        nodes: Some(args.nodes),
        lines: 1,
    };
    let mut searcher = Searcher::new(1);
    let mut differences = Vec::new();
    let stride = report.leaves.len().div_ceil(args.sample).max(1);
    for key in report.leaves.iter().step_by(stride) {
        let Some(position) = key.position() else {
            continue;
        };
        let known = reader.get(&position)?.and_then(|entry| entry.value);
        let found = searcher.search(&position, PointSet::EMPTY, &effort, &stop);
        if stop.is_raised() {
            break;
        }
        if let (Some(known), Some(line)) = (known, found.lines.first()) {
            let most = Score::MAX_EVALUATION.value();
            if known.abs() <= most && !line.score.is_decided() {
                differences.push(known.abs_diff(line.score.value()));
            }
        }
    }
    differences.sort_unstable();
    let sum: u32 = differences.iter().sum();
    let count = differences.len().max(1);
    writeln!(
        out,
        "{} positions searched again with {} nodes: the score moves by {} on average, by {} at most",
        differences.len(),
        args.nodes,
        sum as usize / count,
        differences.last().copied().unwrap_or_default()
    )?;
    Ok(())
}
