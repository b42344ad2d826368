//! Making one dataset from several: any of the same rule and size, or the shards of one run.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::CommandError;
use crate::shards::{no_shard, places, unmerged};
use kagetsu_kernel::file::Outputs;
use kagetsu_kernel::{Shard, counted};
use kagetsu_training::dataset::{DatasetHeader, DatasetWriter};

use super::cli::MergeArgs;
use super::files::{ALL_GAMES, SHARD, finished, games, made_from, note_value, open, other_kind};

/// Joins datasets.
pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite).reading(&args.files).printing();
    let file = outputs.begin(&args.out)?;
    let mut headers = Vec::new();
    for path in &args.files {
        headers.push(open(path)?.header().clone());
    }
    let Some(first) = headers.first() else {
        return Ok(());
    };
    check_kinds(&args.files, &headers, first)?;
    let (header, files) = if args.shards {
        whole_run(&args.files, first, &headers)?
    } else {
        let notes: Vec<Value> = headers.iter().map(note_value).collect();
        let header = made_from(first, "merge", json!({}), json!(notes));
        (header, args.files.iter().map(PathBuf::as_path).collect())
    };
    let mut file = DatasetWriter::new(file, header)?;
    for path in files {
        for game in games(open(path)?, path) {
            file.write(&game?)?;
        }
    }
    let count = args.files.len();
    writeln!(
        out,
        "{} of {}",
        counted(finished(file)?, "game"),
        counted(count, "file")
    )?;
    Ok(())
}

/// Refuses games of another rule or size than the first ones.
fn check_kinds(
    files: &[PathBuf],
    headers: &[DatasetHeader],
    first: &DatasetHeader,
) -> Result<(), CommandError> {
    let kind = |header: &DatasetHeader| format!("{} {}", header.rule, header.size);
    let mut others = files.iter().zip(headers);
    match others.find(|(_, header)| kind(header) != kind(first)) {
        None => Ok(()),
        Some((path, header)) => Err(other_kind(path, kind(header), kind(first))),
    }
}

/// The shard of a file, with its run: the note without the entries of the shard, and the number of all games.
fn shard_of(header: &DatasetHeader) -> Option<(Shard, (Value, u64))> {
    let mut note = note_value(header);
    let shard = note[SHARD].as_str()?.parse().ok()?;
    let games = note[ALL_GAMES].as_u64()?;
    if let Some(entries) = note.as_object_mut() {
        entries.retain(|name, _| name != SHARD && name != ALL_GAMES);
    }
    Some((shard, (note, games)))
}

/// Refuses a shard that was not finished.
fn check_length(path: &Path, expected: Range<u64>) -> Result<(), CommandError> {
    let mut found = 0;
    for game in games(open(path)?, path) {
        game?;
        found += 1;
    }
    let expected = expected.end - expected.start;
    if found == expected {
        return Ok(());
    }
    let reason = format!("it has {found} of its {expected} games: go on with --resume");
    Err(unmerged(path, reason))
}

/// The header of the run that the shards are parts of, and the files in the order of the games. Every shard must be given
/// once and be complete.
fn whole_run<'a>(
    files: &'a [PathBuf],
    header: &DatasetHeader,
    headers: &[DatasetHeader],
) -> Result<(DatasetHeader, Vec<&'a Path>), CommandError> {
    let parts = files.iter().zip(headers);
    let parts = parts.map(|(path, header)| shard_of(header).ok_or_else(|| no_shard(path)));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let note = parts.first().map(|(_, (run, _))| run.to_string());
    let mut in_order = Vec::new();
    for place in places(files, &parts)? {
        let (shard, (_, all_games)) = &parts[place];
        check_length(&files[place], shard.range(*all_games))?;
        in_order.push(files[place].as_path());
    }
    let header = DatasetHeader {
        note: note.unwrap_or_default(),
        ..header.clone()
    };
    Ok((header, in_order))
}
