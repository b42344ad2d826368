//! Whether the files of engines are still those with which a run has begun: each game starts the program anew, and
//! whoever builds it again meanwhile would get a match of two programs under one name.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use kagetsu_kernel::ShowPath as _;

use super::digest::sha256_of;
use super::settings::EngineSpec;

/// A file of an engine is another one than at the start of the run.
#[derive(Debug, thiserror::Error)]
#[error(
    "'{}' has changed since this run began: games with it would be those of another engine; --resume goes on with the file \
     as it was",
    .0.shown()
)]
pub struct FileChanged(PathBuf);

/// Length and time of the last change of a file.
type Stamp = (u64, Option<SystemTime>);

/// A file that an engine had at the start of a run.
#[derive(Debug)]
struct EngineFile {
    path: PathBuf,
    /// SHA-256 of its contents.
    digest: String,
    /// The stamp with which it last had these contents. `None` before the first look.
    stamp: Option<Stamp>,
}

/// The files of engines at the start of a run.
#[derive(Debug)]
pub(crate) struct EngineFiles(Vec<EngineFile>);

impl EngineFiles {
    /// The files of these engines, see [`EngineSpec::files`].
    pub(crate) fn of(engines: &[EngineSpec]) -> Self {
        let files = engines.iter().flat_map(|engine| &engine.files);
        let unseen = files.map(|(path, digest)| EngineFile {
            path: PathBuf::from(path),
            digest: digest.clone(),
            stamp: None,
        });
        Self(unseen.collect())
    }

    /// Looks whether they are the same. The first look reads all of them, later ones those that were written meanwhile.
    pub(crate) fn check(&mut self) -> Result<(), FileChanged> {
        let changed = self.0.iter_mut().find_map(EngineFile::changed);
        changed.map_or(Ok(()), |path| Err(FileChanged(path)))
    }
}

impl EngineFile {
    /// Its path if its contents are others.
    fn changed(&mut self) -> Option<PathBuf> {
        // Before the contents: a change while they are read is seen by the next look.
        let now = stamp(&self.path);
        if now.is_none() || now != self.stamp {
            let is_same = sha256_of(&self.path).is_ok_and(|digest| digest == self.digest);
            self.stamp = now.filter(|_| is_same);
        }
        self.stamp.is_none().then(|| self.path.clone())
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_is_the_same_by_its_contents() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine");
        fs::write(&path, "one").expect("a file");
        let mut engine = EngineSpec::new("engine", vec!["engine".to_string()]);
        let digest = sha256_of(&path).expect("a digest");
        engine.files = [(path.to_string_lossy().into_owned(), digest)].into();
        let engines = [engine];
        let mut files = EngineFiles::of(&engines);
        files.check().expect("the file of the start");
        let later = SystemTime::now() + Duration::from_secs(9);
        let file = fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_modified(later))
            .expect("another time");
        files.check().expect("the same contents");
        fs::write(&path, "two").expect("a file");
        assert!(files.check().is_err(), "other contents");
        // As while the engines are greeted.
        let exchanged = EngineFiles::of(&engines).check();
        assert!(exchanged.is_err(), "exchanged before the first look");
        fs::remove_file(&path).expect("a file");
        assert!(files.check().is_err(), "it is not there");
    }
}
