//! `dataset import`: makes a dataset of the samples that another program has written.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::{Outputs, Overwrite, require_regular_file};
use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_training::dataset::{DatasetHeader, DatasetWriter};
use kagetsu_training::import::{ImportError, SampleForm, SampleReader, WantedKind};

use crate::error::CommandError;

use super::files::{finished, made_by};

/// Arguments of `dataset import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// File of samples, plain or compressed by LZ4
    file: PathBuf,
    /// Take samples of this rule only (default: all, which must be of one; csv does not name it)
    #[arg(long)]
    rule: Option<Rule>,
    /// Take samples of boards of this size only (default: all, which must be of one; csv does not name it)
    #[arg(long, value_name = "SIZE")]
    size: Option<BoardSize>,
    /// Form of the samples: csv has lines position,move,result, bin numbers sample by sample, binpack numbers game by game
    /// (default: by the ending of the file, .csv, .bin or .binpack, with or without .lz4)
    #[arg(long)]
    format: Option<SampleForm>,
    /// Dataset to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Writes the games that the samples tell.
pub(super) fn import(args: &ImportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite)
        .reading([&args.file])
        .printing();
    let file = outputs.begin(&args.out)?;
    let form = form(args)?;
    let wanted = WantedKind {
        rule: args.rule,
        size: args.size,
    };
    let wrong = |error| fault(&args.file, error);
    let mut reader = SampleReader::new(open(&args.file)?, form, wanted).map_err(wrong)?;
    let note = json!({ "made_by": made_by("import"), "samples": form.to_string() });
    let header = DatasetHeader {
        rule: reader.rule(),
        size: reader.size(),
        note: note.to_string(),
    };
    let kind = format!("{} {}", header.rule, header.size);
    let mut file = DatasetWriter::new(file, header)?;
    let mut positions = 0;
    for game in reader.by_ref() {
        let game = game.map_err(wrong)?;
        positions += game.plies.len();
        file.write(&game)?;
    }
    let games = finished(file)?;
    let counts = reader.counts();
    writeln!(
        out,
        "{} of {kind}, {}, from {}",
        counted(games, "game"),
        counted(positions, "position"),
        counted(counts.samples, "sample")
    )?;
    if counts.others > 0 {
        let others = counted(counts.others, "sample");
        writeln!(out, "left out: {others} of another rule or size")?;
    }
    if counts.fouls > 0 {
        let fouls = counted(counts.fouls, "game");
        writeln!(out, "cut off before a forbidden move: {fouls}")?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<BufReader<File>, CommandError> {
    let unreadable = || CommandError::unreadable(path.shown());
    require_regular_file(path).map_err(unreadable())?;
    Ok(BufReader::new(File::open(path).map_err(unreadable())?))
}

fn form(args: &ImportArgs) -> Result<SampleForm, CommandError> {
    let form = args.format.or_else(|| SampleForm::of_name(&args.file));
    form.ok_or_else(|| {
        CommandError::input(format!(
            "the name of '{}' does not tell the form of its samples (.csv, .bin, .binpack): give --format",
            args.file.shown()
        ))
    })
}

/// The error of a file of samples, with the file.
fn fault(path: &Path, error: ImportError) -> CommandError {
    match error {
        ImportError::Read(source) => CommandError::unreadable(path.shown())(source),
        ImportError::Malformed(fault) => {
            CommandError::input(format!("'{}': {fault}", path.shown()))
        }
    }
}
