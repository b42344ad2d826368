//! Runs the sub-commands of `dataset`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::{BAD_INPUT, CommandError};
use crate::faults::tell_fault;
use crate::interrupt::COMPLETE;
use crate::printed::without_controls;
use kagetsu_kernel::file::Outputs;
use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_training::dataset::{DatasetCounts, DatasetWriter};

use super::change::{dedupe, filter, shuffle, split};
use super::cli::{DatasetCommand, ExportArgs};
use super::files::{bytes_of, games, open};
use super::import::import;
use super::json_lines::write_json_lines;
use super::merge::merge;
use super::numpy::Arrays;
use super::relabel::relabel;
use super::summary::{summary_json, write_summary};

/// Runs one sub-command and prints its result. Returns the exit code.
pub(crate) fn run(
    command: &DatasetCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    match command {
        DatasetCommand::Relabel(args) => return relabel(args, out, err),
        DatasetCommand::Info { files, json } => return info_of_all(files, *json, out, err),
        DatasetCommand::Import(args) => import(args, out),
        DatasetCommand::Dedupe(args) => dedupe(args, out),
        DatasetCommand::Filter(args) => filter(args, out),
        DatasetCommand::Shuffle(args) => shuffle(args, out),
        DatasetCommand::Split(args) => split(args, out),
        DatasetCommand::Merge(args) => merge(args, out),
        DatasetCommand::Repair { file } => repair(file, out),
        DatasetCommand::Export(args) => export(args, out),
    }?;
    Ok(COMPLETE)
}

/// Prints a summary of each file. One that cannot be used is named, and the others are summed up all the same. Returns the exit
/// code.
fn info_of_all(
    files: &[PathBuf],
    as_json: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let mut code = COMPLETE;
    for path in files {
        match info(path, as_json, out) {
            Err(error) if error.exit_code() == BAD_INPUT => {
                tell_fault(&error.to_string(), err)?;
                code = BAD_INPUT;
            }
            summed_up => summed_up?,
        }
    }
    Ok(code)
}

/// Prints a summary of a file. For a damaged file it prints the readable part and then fails.
fn info(path: &Path, as_json: bool, out: &mut dyn Write) -> Result<(), CommandError> {
    let reader = open(path)?.checked();
    let header = reader.header().clone();
    if !as_json {
        writeln!(out, "{}: {} {}", path.shown(), header.rule, header.size)?;
        writeln!(out, "{}", without_controls(&header.note))?;
    }
    let mut tally = DatasetCounts::new(header.size);
    let mut state = Ok(());
    for game in games(reader, path) {
        match game {
            Ok(game) => tally.add(&game),
            Err(error) => state = Err(error),
        }
    }
    let bytes = bytes_of(path)?;
    if as_json {
        let line = summary_json(&path.to_string_lossy(), &header, &tally, bytes);
        writeln!(out, "{line}")?;
    } else {
        write_summary(&tally, bytes, out)?;
    }
    state
}

/// Finishes a file that was cut off.
fn repair(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let header = open(path)?.header().clone();
    let before = bytes_of(path)?;
    let (_, games) = DatasetWriter::resume(path, header)?.finish()?;
    let after = bytes_of(path)?;
    writeln!(
        out,
        "{} in {after} bytes; there were {before} bytes",
        counted(games, "game")
    )?;
    Ok(())
}

fn export(args: &ExportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite).reading([&args.file]);
    if let Some(folder) = &args.form.npy {
        return export_arrays(&args.file, folder, &mut outputs, out);
    }
    let Some(mut file) = outputs.begin_if(args.form.jsonl.as_deref())? else {
        return Ok(());
    };
    let reader = open(&args.file)?;
    let header = reader.header().clone();
    let count = write_json_lines(&header, games(reader, &args.file), &mut file)?;
    // The standard output gets no line of its own beside the games.
    let is_file = file.is_file();
    file.finish()?;
    if is_file {
        writeln!(out, "{}", counted(count, "game"))?;
    }
    Ok(())
}

/// Reads the file twice, because the arrays begin with their size.
fn export_arrays(
    path: &Path,
    folder: &Path,
    outputs: &mut Outputs,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    outputs.check_folder(folder)?;
    let mut positions = 0;
    for game in games(open(path)?, path) {
        positions += game?.plies.len() as u64;
    }
    let is_new = !folder.is_dir();
    let written = write_arrays(path, folder, outputs, positions);
    if is_new && written.is_err() {
        // An empty folder would be in the way of the same command.
        let _ = fs::remove_dir(folder);
    }
    writeln!(
        out,
        "{}, {}",
        counted(written?, "game"),
        counted(positions, "position")
    )?;
    Ok(())
}

/// Writes so many positions, and returns the number of games.
fn write_arrays(
    path: &Path,
    folder: &Path,
    outputs: &mut Outputs,
    positions: u64,
) -> Result<u32, CommandError> {
    let reader = open(path)?;
    let mut arrays = Arrays::create(folder, outputs, reader.header().size, positions)?;
    for game in games(reader, path) {
        arrays.add(&game?)?;
    }
    arrays.finish()
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_training::dataset::DatasetHeader;

    use crate::in_process::{fine, run_in};

    use super::*;

    #[test]
    fn a_file_that_cannot_be_used_hides_no_other() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let line = "datagen --games 1 --nodes 20 --size 7 --out whole.kgd";
        fine(folder, line);
        let bytes = fs::read(folder.join("whole.kgd")).expect("the file");
        fs::write(folder.join("cut.kgd"), &bytes[..bytes.len() - 9]).expect("the disk has room");
        let ran = run_in(folder, "dataset info cut.kgd none.kgd whole.kgd --json");
        assert_eq!(ran.code, i32::from(BAD_INPUT), "{}", ran.err);
        let last = ran.out.lines().last().unwrap_or_default();
        assert!(last.contains("whole.kgd"), "{}", ran.out);
        for reason in ["error: 'cut.kgd': ", "error: cannot read 'none.kgd': "] {
            assert!(ran.err.contains(reason), "{}", ran.err);
        }
    }

    #[test]
    fn a_note_does_not_command_the_terminal() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let header = DatasetHeader {
            rule: Rule::Renju,
            size: BoardSize::square(15).expect("a legal size"),
            note: "by \u{1b}[2Jhand".to_string(),
        };
        let writer = DatasetWriter::create(&path, header).expect("the disk has room");
        writer.finish().expect("the disk has room");
        let mut out = Vec::new();
        info(&path, false, &mut out).expect("a sound file");
        let text = String::from_utf8(out).expect("the text is UTF-8");
        assert!(text.contains("by \\u{1b}[2Jhand"), "{text}");
        let mut out = Vec::new();
        info(&path, true, &mut out).expect("a sound file");
        let line: serde_json::Value = serde_json::from_slice(&out).expect("a JSON object");
        assert_eq!(
            (&line["rule"], &line["size"]),
            (&"renju".into(), &"15x15".into())
        );
        assert_eq!(
            (&line["games"], &line["note"]),
            (&0.into(), &"by \u{1b}[2Jhand".into())
        );
    }
}
