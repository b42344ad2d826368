//! The database in use, opened to be written or, where nothing may be written, to be read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::key::{Canonical, PositionKey};
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::database::view::{KnownMove, View};
use kagetsu_analysis::database::writer::{MergeCounts, Writer};
use kagetsu_gomoku::board::Position;

#[derive(Debug)]
enum Opened {
    Reader(Box<Reader>),
    Writer(Writer),
    /// Between the two, and where neither can be opened any more.
    Nothing,
}

/// The database in use. Edits of single positions wait in memory for [`Store::settle`]; [`Store::get`] sees them, and all
/// else only what is written.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    opened: Opened,
    /// The edits that wait: entries as they are stored. A position without one is removed.
    edits: BTreeMap<PositionKey, Option<Entry>>,
}

impl Store {
    /// Opens a database. One that is only read must exist, another is made if there is none.
    pub(super) fn open(path: &Path, is_read_only: bool) -> Result<Self, DatabaseError> {
        let opened = if is_read_only {
            Opened::Reader(Box::new(Reader::open(path)?))
        } else {
            Opened::Writer(Writer::open_or_create(path)?)
        };
        Ok(Self {
            path: path.to_path_buf(),
            opened,
            edits: BTreeMap::new(),
        })
    }

    /// Its file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What the database holds now, without the edits that wait.
    pub(super) fn view(&self) -> Result<View, DatabaseError> {
        match &self.opened {
            Opened::Reader(reader) => Ok(reader.view().clone()),
            Opened::Writer(writer) => writer.view(),
            Opened::Nothing => Err(DatabaseError::Busy(self.path.clone())),
        }
    }

    /// The database to be written. One that was opened to be read is closed first, for a reader keeps writers away.
    pub(super) fn writer(&mut self) -> Result<&mut Writer, DatabaseError> {
        if let Opened::Reader(_) = self.opened {
            self.opened = Opened::Nothing;
            self.opened = match Writer::open(&self.path) {
                Ok(writer) => Opened::Writer(writer),
                Err(error) => {
                    self.opened = Opened::Reader(Box::new(Reader::open(&self.path)?));
                    return Err(error);
                }
            };
        }
        match &mut self.opened {
            Opened::Writer(writer) => Ok(writer),
            Opened::Reader(_) | Opened::Nothing => Err(DatabaseError::Busy(self.path.clone())),
        }
    }

    /// What is known of a position, with the edits that wait.
    pub(super) fn get(&self, position: &Position) -> Result<Option<Entry>, DatabaseError> {
        let Canonical { key, to_stored } = Canonical::new(position);
        let Some(edited) = self.edits.get(&key) else {
            return self.view()?.get(position);
        };
        let image = |entry: Entry| entry.image(to_stored.inverse(), position.size());
        Ok(edited.clone().map(image))
    }

    /// The comment on a position.
    pub(super) fn text(&self, position: &Position) -> Result<String, DatabaseError> {
        Ok(self
            .get(position)?
            .map(|entry| entry.text)
            .unwrap_or_default())
    }

    /// The moves after which the position is known.
    pub(super) fn moves(&self, position: &Position) -> Result<Vec<KnownMove>, DatabaseError> {
        self.view()?.moves(position)
    }

    /// Closes the database. What is left are the arguments of [`Store::open`] that open it again.
    pub(super) fn close(self) -> (PathBuf, bool) {
        (self.path, matches!(self.opened, Opened::Reader(_)))
    }

    /// Joins entries with those that are there.
    pub(super) fn merge(
        &mut self,
        entries: Vec<(PositionKey, Entry)>,
    ) -> Result<MergeCounts, DatabaseError> {
        self.writer()?.merge(entries)
    }

    /// Changes what is known of a position; an entry that knows nothing then stays. The change waits.
    pub(super) fn change(
        &mut self,
        position: &Position,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), DatabaseError> {
        let mut entry = self.get(position)?.unwrap_or_default();
        change(&mut entry);
        let (key, entry) = entry.stored(position);
        self.edit(key, Some(entry))
    }

    /// Forgets a position. The change waits.
    pub(super) fn forget(&mut self, position: &Position) -> Result<(), DatabaseError> {
        self.edit(Canonical::new(position).key, None)
    }

    fn edit(&mut self, key: PositionKey, entry: Option<Entry>) -> Result<(), DatabaseError> {
        // A file that another program keeps is told of at once.
        self.writer()?;
        self.edits.insert(key, entry);
        Ok(())
    }

    /// Writes the edits that wait, in one transaction. After an error none of them is kept.
    pub(super) fn settle(&mut self) -> Result<(), DatabaseError> {
        let edits = std::mem::take(&mut self.edits);
        if edits.is_empty() {
            return Ok(());
        }
        self.writer()?.replace(edits.into_iter().collect())
    }

    /// Forgets positions at once.
    pub(super) fn remove(&mut self, keys: Vec<PositionKey>) -> Result<(), DatabaseError> {
        let changes = keys.into_iter().map(|key| (key, None)).collect();
        self.writer()?.replace(changes)
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point};

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn edits_are_seen_at_once_and_written_together() -> Outcome {
        let folder = tempfile::tempdir()?;
        let mut store = Store::open(&folder.path().join("base"), false)?;
        let mut position = Position::new(BoardSize::STANDARD, Rule::Freestyle);
        let mut mirrored = position.clone();
        position.play(Point::at(3, 5))?;
        mirrored.play(Point::at(11, 5))?;
        store.change(&position, |entry| entry.best = Some(Point::at(4, 6)))?;
        store.change(&mirrored, |entry| entry.text = "a corner".to_string())?;
        let expected = Some(Entry {
            best: Some(Point::at(10, 6)),
            text: "a corner".to_string(),
            ..Entry::default()
        });
        assert_eq!(store.get(&mirrored)?, expected);
        assert_eq!(store.view()?.count()?, 0);
        store.settle()?;
        assert_eq!(store.view()?.get(&mirrored)?, expected);
        assert_eq!(store.get(&mirrored)?, expected);
        store.forget(&position)?;
        assert_eq!(store.get(&mirrored)?, None);
        assert_eq!(store.view()?.count()?, 1);
        store.settle()?;
        assert_eq!(store.view()?.count()?, 0);
        Ok(())
    }
}
