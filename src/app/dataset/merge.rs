//! Making one dataset from several: any of the same rule and size, or the shards of one run.

use kagetsu_kernel::{ShowPath as _, counted};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::CommandError;
use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Outputs;
use kagetsu_training::dataset::DatasetHeader;

use super::cli::MergeArgs;
use super::files::{ALL_GAMES, NewDataset, SHARD, games, made_by, note_value, open};

/// Joins datasets.
pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite).reading(&args.files).printing();
    let file = outputs.begin(&args.out)?;
    let mut headers = Vec::new();
    for path in &args.files {
        headers.push(open(path)?.header().clone());
    }
    check_kinds(&args.files, &headers)?;
    let Some(first) = headers.first() else {
        return Ok(());
    };
    let (header, files) = if args.shards {
        whole_run(&args.files, &headers)?
    } else {
        let notes: Vec<Value> = headers.iter().map(note_value).collect();
        let note = json!({ "made_by": made_by("merge"), "from": notes });
        let header = DatasetHeader {
            note: note.to_string(),
            ..first.clone()
        };
        (header, args.files.iter().map(PathBuf::as_path).collect())
    };
    let mut file = NewDataset::new(file, header)?;
    for path in files {
        for game in games(open(path)?, path) {
            file.write(&game?)?;
        }
    }
    let count = args.files.len();
    writeln!(
        out,
        "{} of {}",
        counted(file.finish()?, "game"),
        counted(count, "file")
    )?;
    Ok(())
}

/// Refuses games of different rules or sizes.
fn check_kinds(files: &[PathBuf], headers: &[DatasetHeader]) -> Result<(), CommandError> {
    let kind = |header: &DatasetHeader| format!("{} {}", header.rule, header.size);
    let Some(first) = headers.first() else {
        return Ok(());
    };
    match files
        .iter()
        .zip(headers)
        .find(|(_, header)| kind(header) != kind(first))
    {
        None => Ok(()),
        Some((path, header)) => Err(CommandError::input(format!(
            "'{}' has games of {}, not of {}",
            path.shown(),
            kind(header),
            kind(first)
        ))),
    }
}

/// A file that is given as a shard.
struct Part<'a> {
    path: &'a Path,
    shard: Shard,
    all_games: u64,
    /// The note of the run, without the entries of the shard.
    run: Value,
}

impl<'a> Part<'a> {
    fn new(path: &'a Path, header: &DatasetHeader) -> Result<Self, CommandError> {
        let mut note = note_value(header);
        let shard = note[SHARD].as_str().and_then(|text| text.parse().ok());
        let (Some(shard), Some(all_games)) = (shard, note[ALL_GAMES].as_u64()) else {
            return Err(refusal(path, "it is no shard of a run"));
        };
        if let Some(entries) = note.as_object_mut() {
            entries.retain(|name, _| name != SHARD && name != ALL_GAMES);
        }
        Ok(Self {
            path,
            shard,
            all_games,
            run: note,
        })
    }

    /// Refuses a shard that was not finished.
    fn check_length(&self) -> Result<(), CommandError> {
        let expected = self.shard.range(self.all_games);
        let mut found = 0;
        for game in games(open(self.path)?, self.path) {
            game?;
            found += 1;
        }
        let expected = expected.end - expected.start;
        if found == expected {
            return Ok(());
        }
        let reason = format!("it has {found} of its {expected} games: go on with --resume");
        Err(refusal(self.path, &reason))
    }
}

fn refusal(path: &Path, reason: &str) -> CommandError {
    CommandError::input(format!("'{}' cannot be merged: {reason}", path.shown()))
}

/// The header of the run that the shards are parts of, and the files in the order of the games. Every shard must be given
/// once and be complete.
fn whole_run<'a>(
    files: &'a [PathBuf],
    headers: &[DatasetHeader],
) -> Result<(DatasetHeader, Vec<&'a Path>), CommandError> {
    let parts: Vec<Part<'a>> = files
        .iter()
        .zip(headers)
        .map(|(path, header)| Part::new(path, header))
        .collect::<Result<_, _>>()?;
    let (Some(first), Some(header)) = (parts.first(), headers.first()) else {
        return Err(CommandError::input("no shards"));
    };
    let mut in_order = Vec::new();
    for shard in first.shard.all() {
        let mut same = parts.iter().filter(|part| part.shard == shard);
        let part = same
            .next()
            .ok_or_else(|| CommandError::input(format!("shard {shard} of the run is missing")))?;
        if let Some(other) = same.next() {
            let reason = format!("shard {shard} is there already");
            return Err(refusal(other.path, &reason));
        }
        in_order.push(part);
    }
    let is_foreign = |part: &&Part<'_>| {
        part.run != first.run
            || part.all_games != first.all_games
            || !in_order.iter().any(|kept| kept.shard == part.shard)
    };
    if let Some(part) = parts.iter().find(is_foreign) {
        return Err(refusal(part.path, "it is a shard of another run"));
    }
    for part in &in_order {
        part.check_length()?;
    }
    let header = DatasetHeader {
        note: first.run.to_string(),
        ..header.clone()
    };
    Ok((header, in_order.into_iter().map(|part| part.path).collect()))
}
