//! Whether the files of engines are still those with which a run has begun: each game starts the program anew, and
//! whoever builds it again meanwhile would get a match of two programs under one name.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use kagetsu_kernel::ShowPath as _;

use super::settings::EngineSpec;

/// A file of an engine is another one than at the start of the run.
#[derive(Debug, thiserror::Error)]
#[error("'{}' has changed since the games began: games with it would be those of another engine", .0.shown())]
pub struct FileChanged(PathBuf);

/// Length and time of the last change of a file. `None` if it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// The files of engines at the start of a run.
#[derive(Debug)]
pub(crate) struct EngineFiles(Vec<(PathBuf, Stamp)>);

impl EngineFiles {
    /// The files of these engines, see [`EngineSpec::files`].
    pub(crate) fn of(engines: &[EngineSpec]) -> Self {
        let paths = engines.iter().flat_map(|engine| engine.files.keys());
        let stamped = paths.map(PathBuf::from).map(|path| {
            let stamp = stamp(&path);
            (path, stamp)
        });
        Self(stamped.collect())
    }

    /// Looks whether they are the same.
    ///
    /// # Errors
    /// [`FileChanged`]
    pub(crate) fn check(&self) -> Result<(), FileChanged> {
        let changed = self.0.iter().find(|(path, was)| stamp(path) != *was);
        changed.map_or(Ok(()), |(path, _)| Err(FileChanged(path.clone())))
    }
}

fn stamp(path: &Path) -> Stamp {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()))
}
