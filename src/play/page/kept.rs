//! What outlives the server: the table, and the secrets of its links.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::session::{RestoreError, read_file, write_file};
use crate::table::SavedTable;

use super::keys::Keys;

/// The content of the file. The secrets are absent where only a game was saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    pub(super) table: SavedTable,
    #[serde(default)]
    pub(super) keys: Option<Keys>,
}

impl Kept {
    /// What a file holds; nothing where there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, RestoreError> {
        match read_file(path) {
            Err(RestoreError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            read => read.map(Some),
        }
    }
}

/// The file of a table, and the keys that are written into it.
#[derive(Clone, Debug)]
pub(super) struct GameFile {
    pub(super) file: PathBuf,
    pub(super) keys: Keys,
}

impl GameFile {
    /// Writes the table.
    pub(super) fn write(&self, table: SavedTable) -> io::Result<()> {
        let keys = Some(self.keys.clone());
        write_file(&Kept { table, keys }, &self.file)
    }
}
