//! A database that is written. What a call has stored is on the disk when it returns.

use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::PartFile;
use redb::backends::FileBackend;
use redb::{Database, ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::entry::Entry;
use super::error::DatabaseError;
use super::key::PositionKey;
use super::reader::{CACHE_BYTES, Reader};
use super::view::{TABLE, View};

/// Entries of one transaction of [`Writer::merge_all`].
const ENTRIES_PER_TRANSACTION: usize = 10_000;

/// A database that is written.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    database: Database,
}

/// How many entries were stored, by what they brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Positions that were new.
    pub new: u64,
    /// Positions whose entry is another one now.
    pub changed: u64,
    /// Positions that told nothing new.
    pub same: u64,
    /// Positions whose label contradicts the present one, which stays.
    pub contradicted: u64,
}

impl AddAssign for MergeCounts {
    fn add_assign(&mut self, other: Self) {
        self.new += other.new;
        self.changed += other.changed;
        self.same += other.same;
        self.contradicted += other.contradicted;
    }
}

/// Which entries [`Writer::prune`] keeps. One with a label, a mark or a text is kept at any depth, but not beyond `max_stones`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PruneLimits {
    /// Least depth of the search.
    pub min_depth: Option<u16>,
    /// Most stones.
    pub max_stones: Option<usize>,
}

impl Writer {
    /// Opens a database after all of it has been verified.
    ///
    /// # Errors
    /// [`DatabaseError`]. A file that is foreign or damaged is not altered.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        // The reader, which never writes, refuses foreign and damaged files, before redb would mend or alter them.
        drop(Reader::open(path)?);
        let database = Database::builder()
            .set_cache_size(CACHE_BYTES)
            .set_check_integrity_on_open(true)
            .open(path)
            .map_err(|error| DatabaseError::new(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            database,
        })
    }

    /// Opens a database, or makes an empty one if there is no file. A new file is made beside its place and gets its
    /// name when it is complete.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_or_create(path: &Path) -> Result<Self, DatabaseError> {
        let fault = |source| DatabaseError::file(path, source);
        if !path.try_exists().map_err(fault)? {
            let part = PartFile::beside(path).map_err(fault)?;
            create_empty(path, &part)?;
            part.put_new(path).map_err(fault)?;
        }
        Self::open(path)
    }

    /// Stores entries in one transaction: all of them, or none after an error or a kill. Positions that are there
    /// already are joined by [`Entry::merge`].
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails.
    pub fn merge(
        &mut self,
        entries: Vec<(PositionKey, Entry)>,
    ) -> Result<MergeCounts, DatabaseError> {
        let mut counts = MergeCounts::default();
        let transaction = begin(&self.path, &self.database)?;
        let mut table = transaction
            .open_table(TABLE)
            .map_err(|error| self.fault(error))?;
        for (key, entry) in entries {
            let known = table
                .get(key.bytes())
                .map_err(|error| self.fault(error))?
                .map(|bytes| bytes.value().to_vec());
            let bytes = match &known {
                None => {
                    counts.new += 1;
                    entry.bytes()
                }
                Some(known) => self.merge_stored(&key, known, entry, &mut counts)?,
            };
            if known.as_ref() != Some(&bytes) {
                table
                    .insert(key.bytes(), bytes.as_slice())
                    .map_err(|error| self.fault(error))?;
            }
        }
        drop(table);
        transaction.commit().map_err(|error| self.fault(error))?;
        Ok(counts)
    }

    /// Stores entries in transactions of ten thousand entries. After an error the full batches before it are stored.
    ///
    /// # Errors
    /// Those of the entries and of [`Writer::merge`].
    pub fn merge_all<E: From<DatabaseError>>(
        &mut self,
        entries: impl IntoIterator<Item = Result<(PositionKey, Entry), E>>,
    ) -> Result<MergeCounts, E> {
        let mut sum = MergeCounts::default();
        let mut batch = Vec::new();
        for entry in entries {
            batch.push(entry?);
            if batch.len() == ENTRIES_PER_TRANSACTION {
                sum += self.merge(std::mem::take(&mut batch))?;
            }
        }
        sum += self.merge(batch)?;
        Ok(sum)
    }

    /// What the database holds now.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails.
    pub fn view(&self) -> Result<View, DatabaseError> {
        View::of(&self.path, &self.database)
    }

    /// Puts entries in the place of those that are there, in one transaction. Without an entry the position is removed.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails.
    pub fn replace(
        &mut self,
        changes: Vec<(PositionKey, Option<Entry>)>,
    ) -> Result<(), DatabaseError> {
        let transaction = begin(&self.path, &self.database)?;
        let mut table = transaction
            .open_table(TABLE)
            .map_err(|error| self.fault(error))?;
        for (key, entry) in changes {
            match entry {
                Some(entry) => drop(
                    table
                        .insert(key.bytes(), entry.bytes().as_slice())
                        .map_err(|error| self.fault(error))?,
                ),
                None => drop(
                    table
                        .remove(key.bytes())
                        .map_err(|error| self.fault(error))?,
                ),
            }
        }
        drop(table);
        transaction.commit().map_err(|error| self.fault(error))
    }

    /// Removes entries in one transaction, then gives free space back to the system.
    ///
    /// # Errors
    /// [`DatabaseError`] when the store fails.
    pub fn prune(&mut self, limits: PruneLimits) -> Result<u64, DatabaseError> {
        let transaction = begin(&self.path, &self.database)?;
        let mut table = transaction
            .open_table(TABLE)
            .map_err(|error| self.fault(error))?;
        let before = table.len().map_err(|error| self.fault(error))?;
        table
            .retain(|key, value| is_kept(key, value, limits))
            .map_err(|error| self.fault(error))?;
        let after = table.len().map_err(|error| self.fault(error))?;
        drop(table);
        transaction.commit().map_err(|error| self.fault(error))?;
        let compacted = self.database.compact();
        compacted.map_err(|error| self.fault(error))?;
        Ok(before - after)
    }

    /// The stored entry with what the other one adds, as bytes; it is counted.
    fn merge_stored(
        &self,
        key: &PositionKey,
        stored: &[u8],
        entry: Entry,
        counts: &mut MergeCounts,
    ) -> Result<Vec<u8>, DatabaseError> {
        let mut merged = key
            .board()
            .and_then(|(_, size)| Entry::read(stored, size))
            .ok_or_else(|| DatabaseError::malformed(&self.path, "an entry"))?;
        let contradicts = merged.label.is_some() && entry.label.is_some();
        counts.contradicted += u64::from(contradicts && merged.label != entry.label);
        merged.merge(entry);
        let bytes = merged.bytes();
        if bytes == stored {
            counts.same += 1;
        } else {
            counts.changed += 1;
        }
        Ok(bytes)
    }

    fn fault(&self, error: impl Into<redb::Error>) -> DatabaseError {
        DatabaseError::new(&self.path, error)
    }
}

/// Begins a transaction. Its commit has two phases: a file that was damaged after a kill is then refused, where redb
/// would otherwise fall back to the transaction before.
fn begin(path: &Path, database: &Database) -> Result<WriteTransaction, DatabaseError> {
    let mut transaction = database
        .begin_write()
        .map_err(|error| DatabaseError::new(path, error))?;
    transaction.set_two_phase_commit(true);
    Ok(transaction)
}

/// Makes an empty database in a file beside its place.
fn create_empty(path: &Path, part: &PartFile) -> Result<(), DatabaseError> {
    let file = part.file().try_clone();
    let file = file.map_err(|source| DatabaseError::file(path, source))?;
    let backend = FileBackend::new(file).map_err(|error| DatabaseError::new(path, error))?;
    let database = Database::builder()
        .create_with_backend(backend)
        .map_err(|error| DatabaseError::new(path, error))?;
    let transaction = begin(path, &database)?;
    transaction
        .open_table(TABLE)
        .map_err(|error| DatabaseError::new(path, error))?;
    transaction
        .commit()
        .map_err(|error| DatabaseError::new(path, error))?;
    database
        .close()
        .map_err(|error| DatabaseError::new(path, error))
}

/// What cannot be read is kept: `check` tells of it.
fn is_kept(key: &[u8], value: &[u8], limits: PruneLimits) -> bool {
    let Some(key) = PositionKey::read(key) else {
        return true;
    };
    let Some(entry) = key.board().and_then(|(_, size)| Entry::read(value, size)) else {
        return true;
    };
    let is_small = limits.max_stones.is_none_or(|most| key.stones() <= most);
    let is_deep = limits.min_depth.is_none_or(|least| entry.depth >= least);
    is_small && (is_deep || entry.is_annotated())
}
