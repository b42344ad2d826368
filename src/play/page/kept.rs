//! What outlives the server: the game, and the secrets of its links.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::session::{RestoreError, Saved, read_file, write_file};
use crate::study::Tree;

use super::keys::Keys;

/// The content of the file. The secrets are absent where only a game was saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    pub(super) session: Saved,
    #[serde(default)]
    pub(super) keys: Option<Keys>,
    /// Have the invited players changed seats?
    #[serde(default)]
    pub(super) crossed: bool,
    /// What was tried and written beside the game.
    #[serde(default)]
    pub(super) study: Tree,
}

impl Kept {
    /// What a file holds; nothing where there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, RestoreError> {
        if path.exists() {
            read_file(path).map(Some)
        } else {
            Ok(None)
        }
    }

    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        write_file(self, path)
    }
}

/// The file of a game, and the keys that are written into it.
#[derive(Clone, Debug)]
pub(super) struct GameFile {
    pub(super) file: PathBuf,
    pub(super) keys: Keys,
}
