//! Opening datasets to read, and writing new ones, which are deleted unless they are finished.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::error::CommandError;
use kagetsu_training::dataset::{
    DatasetHeader, DatasetReader, DatasetWriter, ReadDatasetError, TrainingGame,
};

/// Opens a dataset.
pub(crate) fn open(path: &Path) -> Result<DatasetReader, CommandError> {
    DatasetReader::open(path).map_err(|error| fault(path, error))
}

/// The error of a dataset, with its file.
pub(crate) fn fault(path: &Path, error: ReadDatasetError) -> CommandError {
    match error {
        ReadDatasetError::Open { path, source } => CommandError::Read { name: path, source },
        source => CommandError::ReadDataset {
            path: path.display().to_string(),
            source,
        },
    }
}

/// The games of a dataset, with errors that name it.
pub(super) fn games(
    reader: DatasetReader,
    path: &Path,
) -> impl Iterator<Item = Result<TrainingGame, CommandError>> {
    reader.map(move |game| game.map_err(|error| fault(path, error)))
}

/// The header of a dataset that is made from another one. Its note says how it was made and holds the note of the
/// source.
pub(super) fn derived(
    source: &DatasetHeader,
    how: &str,
    mut settings: Map<String, Value>,
) -> DatasetHeader {
    settings.insert("made_by".to_string(), made_by(how));
    settings.insert("from".to_string(), note_value(source));
    DatasetHeader {
        note: Value::Object(settings).to_string(),
        ..source.clone()
    }
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

/// A dataset that is being written. Its file is deleted unless it is finished, because a part of the games could be taken
/// for all.
#[derive(Debug)]
pub(super) struct NewFile {
    path: PathBuf,
    writer: Option<DatasetWriter>,
}

impl NewFile {
    /// Begins a file.
    pub(super) fn create(path: &Path, header: DatasetHeader) -> Result<Self, CommandError> {
        Ok(Self {
            writer: Some(DatasetWriter::create(path, header)?),
            path: path.to_path_buf(),
        })
    }

    /// Adds a game.
    pub(super) fn write(&mut self, game: &TrainingGame) -> Result<(), CommandError> {
        if let Some(writer) = &mut self.writer {
            writer.write(game)?;
        }
        Ok(())
    }

    /// Finishes the file and returns the number of its games.
    pub(super) fn finish(mut self) -> Result<u64, CommandError> {
        let Some(writer) = self.writer.take() else {
            return Ok(0);
        };
        let finished = writer.finish();
        if finished.is_err() {
            self.remove();
        }
        Ok(finished?.1)
    }

    fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::warn!("cannot remove '{}': {error}", self.path.display());
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            self.remove();
        }
    }
}
