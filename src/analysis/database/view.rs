//! The positions of an open database as they were when it was looked at.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kagetsu_gomoku::board::{Board, Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use redb::{Database, ReadOnlyTable, ReadableDatabase, ReadableTableMetadata, TableDefinition};

use super::entry::{Entry, Label};
use super::error::DatabaseError;
use super::key::{Canonical, PositionKey};

/// The table of positions; the number is the version of keys and entries.
pub(super) const TABLE: TableDefinition<&[u8], &[u8]> = TableDefinition::new("kagetsu positions 1");

/// A move to a position that a database knows.
#[derive(Clone, Debug)]
pub struct KnownMove {
    /// The move.
    pub point: Point,
    /// The position after it.
    pub after: Position,
    /// What is known of that position.
    pub entry: Entry,
}

/// What a database held at one moment. What is stored later is not seen. It is read while the [`Reader`](super::reader::Reader)
/// or the [`Writer`](super::writer::Writer) that gave it is open: afterwards, reading fails with [`DatabaseError::Store`].
#[derive(Clone, Debug)]
pub struct View {
    path: PathBuf,
    table: Arc<ReadOnlyTable<&'static [u8], &'static [u8]>>,
}

impl View {
    /// What an open database holds now.
    pub(super) fn of(path: &Path, database: &Database) -> Result<Self, DatabaseError> {
        let table = database
            .begin_read()
            .map_err(|error| DatabaseError::new(path, error))?
            .open_table(TABLE)
            .map_err(|error| DatabaseError::new(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            table: Arc::new(table),
        })
    }

    /// What is known of a position, as it is on this board.
    ///
    /// # Errors
    /// [`DatabaseError`] when the entry cannot be read.
    pub fn get(&self, position: &Position) -> Result<Option<Entry>, DatabaseError> {
        let canonical = Canonical::new(position);
        let found = self
            .table
            .get(canonical.key.bytes())
            .map_err(|error| DatabaseError::new(&self.path, error))?;
        let Some(found) = found else {
            return Ok(None);
        };
        let entry = Entry::read(found.value(), position.size())
            .ok_or_else(|| DatabaseError::malformed(&self.path, "an entry"))?;
        Ok(Some(
            entry.image(canonical.to_stored.inverse(), position.size()),
        ))
    }

    /// The moves after which the position is known, with what is known of it.
    ///
    /// # Errors
    /// [`DatabaseError`] when an entry cannot be read.
    pub fn moves(&self, position: &Position) -> Result<Vec<KnownMove>, DatabaseError> {
        let mut found = Vec::new();
        for point in position.empty_points() {
            let mut after = position.clone();
            if after.play(point).is_ok()
                && let Some(entry) = self.get(&after)?
            {
                found.push(KnownMove {
                    point,
                    after,
                    entry,
                });
            }
        }
        Ok(found)
    }

    /// As [`View::moves`], but a forbidden move counts as lost. What is known of the position after it may come from other
    /// moves that lead there.
    ///
    /// # Errors
    /// As [`View::moves`].
    pub fn judged_moves(&self, position: &Position) -> Result<Vec<KnownMove>, DatabaseError> {
        let mut found = self.moves(position)?;
        let fouls = Board::from_position(position).fouls(position.side_to_move());
        for KnownMove { point, entry, .. } in &mut found {
            if fouls.contains(*point) {
                entry.label = Some(Label::Win);
                entry.value = None;
                entry.depth = 0;
            }
        }
        Ok(found)
    }

    /// The rules and sizes of the positions, in the order of their keys. It looks at one position of each.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails or a key is malformed.
    pub fn boards(&self) -> Result<Vec<(Rule, BoardSize)>, DatabaseError> {
        let path = &self.path;
        let mut boards = Vec::new();
        let mut from = Vec::new();
        loop {
            let mut range = self
                .table
                .range::<&[u8]>(from.as_slice()..)
                .map_err(|error| DatabaseError::new(path, error))?;
            let Some(pair) = range.next() else {
                return Ok(boards);
            };
            let (key, _) = pair.map_err(|error| DatabaseError::new(path, error))?;
            let key = PositionKey::read(key.value())
                .ok_or_else(|| DatabaseError::malformed(path, "a key"))?;
            boards.extend(key.board());
            from = key.behind_board();
        }
    }

    /// The number of positions.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        self.table
            .len()
            .map_err(|error| DatabaseError::new(&self.path, error))
    }

    /// Reads every position, and returns their number.
    ///
    /// # Errors
    /// As the items of [`View::entries`].
    pub fn check(&self) -> Result<u64, DatabaseError> {
        self.entries()?
            .try_fold(0, |count, pair| pair.map(|_| count + 1))
    }

    /// All positions in the order of their keys, each as the database stores it.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails; the items as well, for keys and entries that are malformed.
    pub fn entries(
        &self,
    ) -> Result<impl Iterator<Item = Result<(PositionKey, Entry), DatabaseError>>, DatabaseError>
    {
        let path = &self.path;
        let range = self
            .table
            .range::<&[u8]>(..)
            .map_err(|error| DatabaseError::new(path, error))?;
        Ok(range.map(move |pair| {
            let (key, value) = pair.map_err(|error| DatabaseError::new(path, error))?;
            let key = PositionKey::read(key.value())
                .ok_or_else(|| DatabaseError::malformed(path, "a key"))?;
            let entry = key
                .board()
                .and_then(|(_, size)| Entry::read(value.value(), size))
                .ok_or_else(|| DatabaseError::malformed(path, "an entry"))?;
            Ok((key, entry))
        }))
    }
}
