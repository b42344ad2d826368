//! Opening datasets to read, and writing new ones, which take their place only when they are complete.

use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::CommandError;
use kagetsu_arena::digest::sha256_of_bytes;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{OutputFile, Overwrite};
use kagetsu_training::dataset::{
    DatasetHeader, DatasetReader, DatasetWriter, PackedGames, ReadDatasetError, TrainingGame,
    WriteDatasetError,
};

/// Entry of a shard's note: which part it is.
pub(crate) const SHARD: &str = "shard";
/// Entry of a shard's note: the number of games of all parts together.
pub(crate) const ALL_GAMES: &str = "games";

/// Opens a dataset.
pub(crate) fn open(path: &Path) -> Result<DatasetReader, CommandError> {
    DatasetReader::open(path).map_err(|error| fault(path, error))
}

/// Begins a dataset that is written in its place: in that of another one by force, or going on with what is there.
pub(crate) fn begun(
    path: &Path,
    header: DatasetHeader,
    goes_on: bool,
    overwrite: Overwrite,
) -> Result<DatasetWriter, CommandError> {
    Ok(if overwrite.force {
        DatasetWriter::replace(path, header)?
    } else if goes_on {
        DatasetWriter::resume(path, header)?
    } else {
        DatasetWriter::create(path, header)?
    })
}

/// The error of a dataset, with its file.
pub(crate) fn fault(path: &Path, error: ReadDatasetError) -> CommandError {
    match error {
        ReadDatasetError::Open { path, source } => CommandError::unreadable(path)(source),
        error => CommandError::input(format!("'{}': {error}", path.shown())),
    }
}

/// The error of a dataset whose games are of another kind than those before it.
pub(crate) fn other_kind(
    path: &Path,
    found: impl fmt::Display,
    expected: impl fmt::Display,
) -> CommandError {
    CommandError::input(format!(
        "'{}' has games of {found}, the files before it of {expected}",
        path.shown()
    ))
}

/// The number of bytes of a file.
pub(crate) fn bytes_of(path: &Path) -> Result<u64, CommandError> {
    let found = fs::metadata(path).map_err(CommandError::unreadable(path.shown()))?;
    Ok(found.len())
}

/// The games of a dataset, with errors that name it.
pub(super) fn games(
    reader: DatasetReader,
    path: &Path,
) -> impl Iterator<Item = Result<TrainingGame, CommandError>> {
    reader.map(move |game| game.map_err(|error| fault(path, error)))
}

/// All games of a dataset in memory.
pub(super) fn packed(reader: DatasetReader, path: &Path) -> Result<PackedGames, CommandError> {
    let mut packed = PackedGames::new(reader.header().size);
    for (number, game) in (0..).zip(games(reader, path)) {
        packed
            .push(&game?)
            .map_err(|fault| WriteDatasetError::game(number, &fault))?;
    }
    Ok(packed)
}

/// The header of a dataset that is made from another one. Its note says how it was made and holds the note of the
/// source.
pub(super) fn derived(source: &DatasetHeader, how: &str, settings: Value) -> DatasetHeader {
    made_from(source, how, settings, note_value(source))
}

/// As [`derived`], from all that `from` tells. If that is too long for a note, it is named by its digest.
pub(super) fn made_from(
    kind: &DatasetHeader,
    how: &str,
    mut note: Value,
    from: Value,
) -> DatasetHeader {
    note["made_by"] = made_by(how);
    note["from"] = from;
    let mut text = note_text(&mut note);
    if text.len() > DatasetHeader::MOST_NOTE_BYTES {
        let from = sha256_of_bytes(note["from"].to_string().as_bytes());
        note["from"] = json!({ "sha256": from });
        text = note.to_string();
    }
    DatasetHeader {
        note: text,
        ..kind.clone()
    }
}

/// A note as text. Its names are sorted: whether a file is gone on with must not depend on the order in which they were found.
pub(crate) fn note_text(note: &mut Value) -> String {
    note.sort_all_objects();
    note.to_string()
}

/// The command that made a file.
pub(super) fn made_by(how: &str) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    json!(format!("pbrain-kagetsu {version} dataset {how}"))
}

/// The note of a dataset: as JSON if it is JSON, else as text.
pub(super) fn note_value(header: &DatasetHeader) -> Value {
    serde_json::from_str(&header.note).unwrap_or_else(|_| json!(header.note))
}

/// Writes what is left of a new dataset, puts it in its place and returns the number of its games. Before, it is written
/// beside its place, and removed when it is dropped: a part of the games could be taken for all.
pub(super) fn finished(writer: DatasetWriter<OutputFile>) -> Result<u64, CommandError> {
    let (file, games) = writer.finish()?;
    file.finish()?;
    Ok(games)
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn notes_that_are_too_long_together_are_named_by_their_digest() {
        let kind = DatasetHeader {
            rule: Rule::Renju,
            size: BoardSize::square(15).expect("a legal size"),
            note: String::new(),
        };
        let merged = |files: usize| {
            let notes: Vec<String> = (0..files).map(|seed| format!("games of {seed}")).collect();
            made_from(&kind, "merge", json!({}), json!(notes))
        };
        let short = r#"{"from":["games of 0"],"made_by":"pbrain-kagetsu "#;
        assert!(merged(1).note.starts_with(short), "{}", merged(1).note);
        assert!(merged(10).note.contains("games of 9"));
        let many = merged(10_000);
        assert!(many.note.contains("sha256") && many != merged(10_001));
        DatasetWriter::new(Vec::new(), many).expect("the note is short enough");
    }
}
