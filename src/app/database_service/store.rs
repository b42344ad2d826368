//! The database in use, opened to be written or, where nothing may be written, to be read.

use std::path::{Path, PathBuf};

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::key::PositionKey;
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

/// The database in use.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    opened: Opened,
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
        })
    }

    /// Its file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What the database holds now.
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

    pub(super) fn get(&self, position: &Position) -> Result<Option<Entry>, DatabaseError> {
        self.view()?.get(position)
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

    /// Changes what is known of a position; an entry that knows nothing then stays.
    pub(super) fn change(
        &mut self,
        position: &Position,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), DatabaseError> {
        let mut entry = self.get(position)?.unwrap_or_default();
        change(&mut entry);
        let (key, entry) = entry.stored(position);
        self.writer()?.replace(vec![(key, Some(entry))])
    }

    /// Forgets positions.
    pub(super) fn remove(&mut self, keys: Vec<PositionKey>) -> Result<(), DatabaseError> {
        let changes = keys.into_iter().map(|key| (key, None)).collect();
        self.writer()?.replace(changes)
    }
}
