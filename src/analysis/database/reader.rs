//! A database that is read. Its file is never altered, not even when its last writer was killed.

use std::fs::{File, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::Position;
use kagetsu_kernel::file::require_regular_file;
use redb::{Database, ReadOnlyTable, ReadableDatabase, ReadableTableMetadata, TableDefinition};

use super::entry::Entry;
use super::error::DatabaseError;
use super::key::{Canonical, PositionKey};
use super::overlay::Overlay;

/// The table of positions; the number is the version of keys and entries.
pub(super) const TABLE: TableDefinition<&[u8], &[u8]> = TableDefinition::new("kagetsu positions 1");
/// Every file of redb begins so.
const MAGIC: &[u8; 9] = b"redb\x1a\x0a\xa9\x0d\x0a";
/// Bytes of memory in which redb keeps pages.
pub(super) const CACHE_BYTES: usize = 128 << 20;

/// A database that is read.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    table: ReadOnlyTable<&'static [u8], &'static [u8]>,
    // Dropped after the table.
    _database: Database,
}

impl Reader {
    /// Opens a database and verifies the checksums of all its pages, which reads the whole file. Several readers may
    /// have a database open, but not beside a writer.
    ///
    /// # Errors
    /// [`DatabaseError`]; the file is not altered.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let fault = |source| DatabaseError::file(path, source);
        require_regular_file(path).map_err(fault)?;
        let mut file = File::open(path).map_err(fault)?;
        match file.try_lock_shared() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => return Err(DatabaseError::Busy(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(fault(error)),
        }
        let mut start = [0; MAGIC.len()];
        if file.read_exact(&mut start).is_err() || start != *MAGIC {
            return Err(DatabaseError::Foreign(path.to_path_buf()));
        }
        let overlay = Overlay::new(file).map_err(fault)?;
        let database = Database::builder()
            .set_cache_size(CACHE_BYTES)
            .set_check_integrity_on_open(true)
            .create_with_backend(overlay)
            .map_err(|error| DatabaseError::new(path, error))?;
        let table = database
            .begin_read()
            .map_err(|error| DatabaseError::new(path, error))?
            .open_table(TABLE)
            .map_err(|error| DatabaseError::new(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            table,
            _database: database,
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
        Ok(Some(entry.image(canonical.from_stored, position.size())))
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
                .position()
                .and_then(|position| Entry::read(value.value(), position.size()))
                .ok_or_else(|| DatabaseError::malformed(path, "an entry"))?;
            Ok((key, entry))
        }))
    }
}
