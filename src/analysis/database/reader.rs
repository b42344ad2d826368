//! A database that is read. Its file is never altered, not even when its last writer was killed.

use std::fs::{File, TryLockError};
use std::io::Read;
use std::path::Path;

use kagetsu_kernel::file::require_regular_file;
use redb::Database;

use super::error::DatabaseError;
use super::overlay::Overlay;
use super::view::View;

/// Every file of redb begins so.
const MAGIC: &[u8; 9] = b"redb\x1a\x0a\xa9\x0d\x0a";
/// Bytes of memory in which redb keeps pages.
pub(super) const CACHE_BYTES: usize = 128 << 20;

/// A database that is read.
#[derive(Debug)]
pub struct Reader {
    view: View,
    // Dropped after the table.
    _database: Database,
}

/// Does the file begin as a database does? Its version and the rest of it are not looked at.
pub fn is_database(path: &Path) -> bool {
    require_regular_file(path).is_ok()
        && File::open(path).is_ok_and(|mut file| begins_as_one(&mut file))
}

fn begins_as_one(file: &mut File) -> bool {
    let mut start = [0; MAGIC.len()];
    file.read_exact(&mut start).is_ok() && start == *MAGIC
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
        if !begins_as_one(&mut file) {
            return Err(DatabaseError::Foreign(path.to_path_buf()));
        }
        let overlay = Overlay::new(file).map_err(fault)?;
        let database = Database::builder()
            .set_cache_size(CACHE_BYTES)
            .set_check_integrity_on_open(true)
            .create_with_backend(overlay)
            .map_err(|error| DatabaseError::new(path, error))?;
        let view = View::of(path, &database)?;
        Ok(Self {
            view,
            _database: database,
        })
    }

    /// The positions.
    pub const fn view(&self) -> &View {
        &self.view
    }
}
