//! Writes the positions of a database in the form that is asked for.

use std::io::Write;
use std::path::Path;

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::exchange::binary::Packing;
use kagetsu_analysis::database::exchange::{binary, export, text};
use kagetsu_analysis::database::json::write_line;
use kagetsu_analysis::database::key::PositionKey;
use kagetsu_analysis::database::library_export::library;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::{OutputFile, Outputs};
use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_notation::renlib::write_renlib;

use crate::error::CommandError;

use super::board::{board_of, boards_of};
use super::cli::{ExportArgs, ExportFormat};

/// Writes the positions, and says how many could not be.
pub(super) fn run(
    args: &ExportArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite).reading([&args.database.db]);
    let file = outputs.begin_if(args.out.as_deref())?;
    let reader = Reader::open(&args.database.db)?;
    let format = match args.format {
        Some(format) => format,
        None => format_of(args.out.as_deref())?,
    };
    if args.encoding.is_some() && format != ExportFormat::Lib {
        return Err(CommandError::input(
            "--encoding is of libraries (.lib) alone: the other forms are UTF-8",
        ));
    }
    // A rule of which the database has no position is refused.
    boards_of(reader.view(), &args.database.db, args.rule, None)?;
    let name = args.out.as_ref().map_or_else(
        || "standard output".to_string(),
        |path| path.shown().to_string(),
    );
    let mut texts = String::new();
    let (bytes, left_out) = match format {
        ExportFormat::Json => return lines(&reader, args.rule, file, out),
        ExportFormat::Lib => {
            let rule = rule_of_library(args, &reader)?;
            // Without the option, what is of another rule counts as left out.
            let made = library(of_rule(reader.view().entries()?, args.rule), rule)?;
            let written = write_renlib(&made.tree, args.encoding);
            let (bytes, encoding) =
                written.map_err(|error| CommandError::input(format!("{error} (--encoding)")))?;
            texts = format!("; texts are in {encoding}");
            (bytes, made.left_out)
        }
        ExportFormat::Db | ExportFormat::DbLz4 | ExportFormat::Csv => {
            let made = export(of_rule(reader.view().entries()?, args.rule))?;
            let wrong = |error| CommandError::input(format!("cannot use '{name}': {error}"));
            let bytes = match format {
                ExportFormat::Csv => text::write(&made.records).into_bytes(),
                ExportFormat::DbLz4 => binary::write(&made.records, Packing::Lz4).map_err(wrong)?,
                _ => binary::write(&made.records, Packing::Plain).map_err(wrong)?,
            };
            (bytes, made.left_out)
        }
    };
    let said = format!(
        "{} left out, which this form cannot hold{texts}",
        counted(left_out, "position")
    );
    let is_file = file.as_ref().is_some_and(OutputFile::is_file);
    match file {
        Some(file) => file.write_whole(&bytes)?,
        None => out.write_all(&bytes)?,
    }
    if is_file {
        writeln!(out, "{said}")?;
    } else if left_out > 0 {
        writeln!(err, "note: {said}")?;
    }
    Ok(())
}

/// The positions of a rule, or all of them. What cannot be read stays an error.
fn of_rule<E>(
    entries: impl Iterator<Item = Result<(PositionKey, Entry), E>>,
    rule: Option<Rule>,
) -> impl Iterator<Item = Result<(PositionKey, Entry), E>> {
    entries.filter(move |pair| match (pair, rule) {
        (Ok((key, _)), Some(rule)) => key.board().is_some_and(|board| board.0 == rule),
        _ => true,
    })
}

/// The rule of a library: all its positions have one.
fn rule_of_library(args: &ExportArgs, reader: &Reader) -> Result<Rule, CommandError> {
    let path = &args.database.db;
    let board = board_of(reader.view(), path, args.rule, Some(BoardSize::STANDARD))?;
    Ok(board.map_or_else(Rule::default, |(rule, _)| rule))
}

/// The form that goes with the ending of a file.
fn format_of(path: Option<&Path>) -> Result<ExportFormat, CommandError> {
    let Some(path) = path else {
        return Ok(ExportFormat::Json);
    };
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.to_ascii_lowercase().as_str() {
        // Files without an ending, such as /dev/stdout, say nothing.
        "json" | "jsonl" | "" => Ok(ExportFormat::Json),
        "db" => Ok(ExportFormat::Db),
        "csv" => Ok(ExportFormat::Csv),
        "lib" => Ok(ExportFormat::Lib),
        _ => Err(CommandError::input(format!(
            "the ending of '{}' names no form: expected .json, .jsonl, .db, .csv or .lib, or the option --format",
            path.shown()
        ))),
    }
}

fn lines(
    reader: &Reader,
    rule: Option<Rule>,
    file: Option<OutputFile>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let Some(mut file) = file else {
        return write_lines(reader, rule, out).map(drop);
    };
    let count = write_lines(reader, rule, &mut file)?;
    let is_file = file.is_file();
    file.finish()?;
    if is_file {
        writeln!(out, "{}", counted(count, "position"))?;
    }
    Ok(())
}

/// Writes a line for each position, and returns their number.
fn write_lines(
    reader: &Reader,
    rule: Option<Rule>,
    out: &mut dyn Write,
) -> Result<u64, CommandError> {
    let mut count = 0;
    for pair in of_rule(reader.view().entries()?, rule) {
        let (key, entry) = pair?;
        if let Some(line) = write_line(&key, &entry) {
            writeln!(out, "{line}")?;
            count += 1;
        }
    }
    Ok(count)
}
