//! What outlives the server: the table, and the secrets of its links.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::session::write_file;
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
