//! Grows and checks books.

use std::io::{self, Write};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use kagetsu_analysis::book::check::{BookReport, check};
use kagetsu_analysis::book::grow::{GrowSettings, grow};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::database::view::View;
use kagetsu_analysis::database::writer::Writer;
use kagetsu_analysis::report::positions_before_faults;
use kagetsu_analysis::search::{Effort, Searcher};
use kagetsu_arena::openings::{ReadOptions, read_openings};
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, PointSet};
use kagetsu_kernel::file::{
    MAX_JOURNAL_BYTES, MAX_TEXT_BYTES, read_long_text_file, read_regular_file,
};
use kagetsu_kernel::{ShowPath as _, StopSignal, counted};
use kagetsu_notation::reader::{self, Source};

use super::super::database::{Shown, board_of, show};
use super::super::error::CommandError;
use super::super::interrupt::{COMPLETE, exit_code, pass_on, stop_on_interrupt};
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
) -> Result<u8, CommandError> {
    match command {
        BookCommand::Grow(args) => grow_book(args, out, notes),
        BookCommand::Show(args) => show(args, Shown::Book, out, notes).map(|()| COMPLETE),
        BookCommand::Check(args) => check_book(args, out),
    }
}

/// The rule and size that are meant: those of the options, else those of the book if it has any positions, else those of the
/// first fault or opening.
fn board_of_book(
    args: &BookArgs,
    book: Option<&View>,
    faults: &[Position],
) -> Result<(Rule, BoardSize), CommandError> {
    let known = match (book, args.rule.zip(args.size)) {
        // A rule and a size that are both asked for may be new to the book.
        (Some(view), None) => board_of(view, &args.db, args.rule, args.size)?,
        (_, asked) => asked,
    };
    if let Some(known) = known {
        return Ok(known);
    }
    let first = faults.first().map(|first| (first.rule(), first.size()));
    let of_file = first.or_else(|| board_of_openings(args));
    let (rule, size) = of_file.unwrap_or((Rule::default(), BoardSize::STANDARD));
    Ok((args.rule.unwrap_or(rule), args.size.unwrap_or(size)))
}

/// The rule and size that the first game of the openings names, if it names a rule.
fn board_of_openings(args: &BookArgs) -> Option<(Rule, BoardSize)> {
    // What cannot be read is told where the openings are read.
    let bytes = read_regular_file(args.openings.as_ref()?, MAX_TEXT_BYTES).ok()?;
    let source = Source::new(&bytes, None).ok()?;
    let first = source.games(&reader::ReadOptions::default()).next()?.ok()?;
    let named = first.has_rule.then_some(first.start)?;
    Some((named.rule(), named.size()))
}

/// The positions before the faults of a review; none without a review.
fn faults(args: &BookArgs) -> Result<Vec<Position>, CommandError> {
    let Some(path) = &args.review else {
        return Ok(Vec::new());
    };
    let file = path.shown();
    let text = read_long_text_file(path, MAX_JOURNAL_BYTES);
    let text = text.map_err(CommandError::unreadable(file))?;
    positions_before_faults(&text)
        .map_err(|error| CommandError::input(format!("'{file}': {error}")))
}

fn roots(
    args: &BookArgs,
    rule: Rule,
    size: BoardSize,
    faults: &[Position],
) -> Result<Vec<Position>, CommandError> {
    if let Some(path) = &args.review {
        let mut roots = faults.to_vec();
        roots.retain(|root| (root.rule(), root.size()) == (rule, size));
        if roots.is_empty() {
            return Err(CommandError::input(format!(
                "'{}' has no fault in games of {rule} {size}",
                path.shown()
            )));
        }
        return Ok(roots);
    }
    let Some(path) = &args.openings else {
        return Ok(vec![Position::new(size, rule)]);
    };
    if let Some((found, _)) = board_of_openings(args)
        && args.rule.is_none()
        && found != rule
    {
        return Err(CommandError::input(format!(
            "the openings of '{}' are of {found}, the book is of {rule}: --rule states it",
            path.shown()
        )));
    }
    let options = ReadOptions {
        rule,
        size,
        stones: args.opening_stones,
    };
    let most = args.roots.unwrap_or(usize::MAX);
    let openings = read_openings(path, &options).map_err(CommandError::input)?;
    // The openings have been checked.
    let played = openings
        .into_iter()
        .take(most)
        .flat_map(|opening| Position::from_moves(size, rule, opening));
    Ok(played.collect())
}

fn grow_book(
    args: &GrowArgs,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<u8, CommandError> {
    let path = &args.book.db;
    let existing = path.exists().then(|| Writer::open(path)).transpose()?;
    let view = existing.as_ref().map(Writer::view).transpose()?;
    let faults = faults(&args.book)?;
    let (rule, size) = board_of_book(&args.book, view.as_ref(), &faults)?;
    let roots = roots(&args.book, rule, size, &faults)?;
    let others = faults.len().saturating_sub(roots.len());
    if others > 0 {
        let others = counted(others, "fault");
        writeln!(
            notes,
            "note: {others} in games of other rules or boards left out"
        )?;
    }
    drop(view);
    let mut writer = match existing {
        Some(writer) => writer,
        None => Writer::open_or_create(path)?,
    };
    let settings = GrowSettings {
        effort: Effort {
            nodes: Some(args.nodes),
            lines: usize::from(args.lines),
            ..Effort::default()
        },
        cost_of_a_move: args.width,
        max_stones: args.max_stones,
        positions: args.positions,
    };
    let interrupt = stop_on_interrupt();
    let stop = pass_on(&interrupt);
    if let Some(time) = args.time {
        stop_later(&stop, time.0)?;
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
                let _ = writeln!(notes, "{} searched", counted(growth.opened, "position"));
            }
        },
    )?;
    writeln!(
        out,
        "{} searched, {} new in '{}', {} in all",
        counted(growth.opened, "position"),
        growth.new,
        args.book.db.shown(),
        writer.view()?.count()?
    )?;
    if growth.is_complete {
        writeln!(out, "nothing is left to search with these options")?;
    }
    stop.raise();
    Ok(exit_code(&interrupt))
}

/// Raises the signal when the time is over.
fn stop_later(stop: &StopSignal, time: Duration) -> io::Result<()> {
    let stop = stop.clone();
    let begun = Instant::now();
    Builder::new().spawn(move || {
        while begun.elapsed() < time && !stop.is_raised() {
            thread::sleep(TICK.min(time.saturating_sub(begun.elapsed())));
        }
        stop.raise();
    })?;
    Ok(())
}

fn check_book(args: &CheckArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let interrupt = stop_on_interrupt();
    let reader = Reader::open(&args.book.db)?;
    let book = &args.book;
    let faults = faults(book)?;
    let (rule, size) = match board_of(reader.view(), &book.db, book.rule, book.size)? {
        Some(board) => board,
        None => board_of_book(book, None, &faults)?,
    };
    let roots = roots(book, rule, size, &faults)?;
    reader.view().check()?;
    let report = check(reader.view(), &roots)?;
    writeln!(out, "{rule} {size}")?;
    let mut line = |name: &str, figure: usize| writeln!(out, "{name:<34}{figure:>10}");
    line("roots", report.roots)?;
    line("positions", report.positions)?;
    line("searched with their moves", report.open)?;
    line("most stones", report.most_stones)?;
    line("values that `grow` will mend", report.stale)?;
    line("best moves that are not legal", report.wrong_moves)?;
    if args.sample > 0 {
        search_again(args, &reader, &report, &interrupt, out)?;
    }
    if report.wrong_moves > 0 {
        return Err(DatabaseError::Damaged {
            path: args.book.db.clone(),
            reason: "a best move is not legal".to_string(),
        }
        .into());
    }
    Ok(exit_code(&interrupt))
}

/// Searches some leaves again and tells how far their values are off.
fn search_again(
    args: &CheckArgs,
    reader: &Reader,
    report: &BookReport,
    stop: &StopSignal,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let effort = Effort {
        nodes: Some(args.nodes),
        ..Effort::default()
    };
    let mut searcher = Searcher::new(1);
    let mut differences = Vec::new();
    for key in spread(&report.leaves, args.sample) {
        let Some(position) = key.position() else {
            continue;
        };
        let known = reader.view().get(&position)?;
        let known = known.and_then(|entry| entry.score());
        let found = searcher.search(&position, PointSet::EMPTY, &effort, stop);
        if stop.is_raised() {
            break;
        }
        if let (Some(known), Some(line)) = (known, found.lines.first())
            && !known.is_decided()
            && !line.score.is_decided()
        {
            differences.push(known.value().abs_diff(line.score.value()));
        }
    }
    differences.sort_unstable();
    let sum: u32 = differences.iter().sum();
    let count = differences.len().max(1);
    writeln!(
        out,
        "{} searched again with {} nodes: the score moves by {} on average, by {} at most",
        counted(differences.len(), "position"),
        args.nodes,
        sum as usize / count,
        differences.last().copied().unwrap_or_default()
    )?;
    Ok(())
}

/// So many of the items, or all if there are fewer, spread evenly.
fn spread<T>(items: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = most.min(items.len());
    (0..count).map(move |number| &items[number * items.len() / count])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_has_the_rule_that_its_openings_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("openings.sgf");
        let text = "(;GM[4]SZ[15]RU[renju];B[hh];W[ii];B[jh])";
        std::fs::write(&path, text).expect("the disk has room");
        let mut args = BookArgs {
            db: folder.path().join("book"),
            openings: Some(path),
            review: None,
            roots: None,
            opening_stones: None,
            rule: None,
            size: None,
        };
        let size = BoardSize::STANDARD;
        let board = board_of_book(&args, None, &[]).expect("a rule");
        assert_eq!(board, (Rule::Renju, size));
        let error = roots(&args, Rule::Caro, size, &[]).expect_err("another rule");
        assert!(
            error
                .to_string()
                .contains("are of renju, the book is of caro"),
            "{error}"
        );
        args.rule = Some(Rule::Caro);
        let roots = roots(&args, Rule::Caro, size, &[]).expect("a rule");
        assert_eq!(roots.len(), 1);
    }

    #[test]
    fn a_sample_has_as_many_positions_as_were_asked_for() {
        let items: Vec<usize> = (0..100).collect();
        for (asked, taken) in [(0, 0), (1, 1), (60, 60), (99, 99), (100, 100), (700, 100)] {
            let sample: Vec<&usize> = spread(&items, asked).collect();
            assert_eq!(sample.len(), taken);
            assert!(sample.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
