//! Runs the sub-commands of `dataset`.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::error::CommandError;
use kagetsu_kernel::file::NewFile;
use kagetsu_training::dataset::{DatasetCounts, DatasetWriter};

use super::change::{dedupe, filter, shuffle, split};
use super::cli::{DatasetCommand, ExportArgs};
use super::files::{games, open};
use super::json_lines::write_json_lines;
use super::merge::merge;
use super::numpy::Arrays;
use super::summary::write_summary;

const STDOUT: &str = "-";

/// Runs one sub-command and prints its result.
pub(crate) fn run(command: &DatasetCommand, out: &mut dyn Write) -> Result<(), CommandError> {
    match command {
        DatasetCommand::Info { files } => files.iter().try_for_each(|path| info(path, out)),
        DatasetCommand::Dedupe(args) => dedupe(args, out),
        DatasetCommand::Filter(args) => filter(args, out),
        DatasetCommand::Shuffle(args) => shuffle(args, out),
        DatasetCommand::Split(args) => split(args, out),
        DatasetCommand::Merge(args) => merge(args, out),
        DatasetCommand::Repair { file } => repair(file, out),
        DatasetCommand::Export(args) => export(args, out),
    }
}

/// Prints a summary of a file. For a damaged file it prints the readable part and then fails.
fn info(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let reader = open(path)?.checked();
    let header = reader.header();
    writeln!(out, "{}: {} {}", path.display(), header.rule, header.size)?;
    writeln!(out, "{}", header.note)?;
    let mut tally = DatasetCounts::new(header.size);
    let mut state = Ok(());
    for game in games(reader, path) {
        match game {
            Ok(game) => tally.add(&game),
            Err(error) => state = Err(error),
        }
    }
    write_summary(&tally, fs::metadata(path)?.len(), out)?;
    state
}

/// Finishes a file that was cut off.
fn repair(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let header = open(path)?.header().clone();
    let before = fs::metadata(path)?.len();
    let (_, games) = DatasetWriter::resume(path, header)?.finish()?;
    let after = fs::metadata(path)?.len();
    writeln!(
        out,
        "{games} games in {after} bytes; there were {before} bytes"
    )?;
    Ok(())
}

fn export(args: &ExportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    if let Some(folder) = &args.form.npy {
        return export_arrays(&args.file, folder, out);
    }
    let reader = open(&args.file)?;
    let header = reader.header().clone();
    let games = games(reader, &args.file);
    match &args.form.jsonl {
        Some(path) if path.as_os_str() != STDOUT => {
            let fault = |source| CommandError::Create {
                name: path.display().to_string(),
                source,
            };
            let mut file = NewFile::create(path).map_err(fault)?;
            let count = write_json_lines(&header, games, &mut file)?;
            file.finish().map_err(fault)?;
            writeln!(out, "{count} games")?;
        }
        _ => {
            write_json_lines(&header, games, out)?;
        }
    }
    Ok(())
}

/// Reads the file twice, because the arrays begin with their size.
fn export_arrays(path: &Path, folder: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut positions = 0;
    for game in games(open(path)?, path) {
        positions += game?.plies.len() as u64;
    }
    let reader = open(path)?;
    let mut arrays = Arrays::create(folder, reader.header().size, positions)?;
    for game in games(reader, path) {
        arrays.add(&game?)?;
    }
    let games = arrays.finish()?;
    writeln!(out, "{games} games, {positions} positions")?;
    Ok(())
}
