//! The folder that a tournament writes. `games.jsonl` is the truth, `tournament.json` says under which settings;
//! everything else is made from these two and made anew when a tournament is taken up again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::arena::formats::jsonl::read_records;
use crate::arena::formats::{Journal, JournalError, write_pgn, write_psq, write_sgf};
use crate::arena::manifest::Manifest;
use crate::arena::record::GameRecord;
use crate::arena::schedule::Schedule;
use crate::geometry::ParsePointError;

/// All settings.
pub const MANIFEST_FILE: &str = "tournament.json";
/// One line for each game.
pub const JOURNAL_FILE: &str = "games.jsonl";
const SGF_FILE: &str = "games.sgf";
const PGN_FILE: &str = "games.pgn";
const PSQ_FOLDER: &str = "psq";
const PSQ_EXTENSION: &str = "psq";
/// The report as text.
pub const REPORT_FILE: &str = "report.txt";
/// The report as a page.
pub const PAGE_FILE: &str = "report.html";
/// Digits of the number in the name of a psq file, so that names sort as games.
const NUMBER_WIDTH: usize = 6;
/// Ending of the name of a file that is being written.
const PART: &str = ".part";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// There is something in it.
    #[error(
        "'{}' is not empty: give another folder, or --resume to go on with the tournament in it",
        .0.display()
    )]
    NotEmpty(PathBuf),
    /// There is something in it, but no tournament.
    #[error("'{}' holds no tournament: there is no {MANIFEST_FILE} in it", .0.display())]
    NoTournament(PathBuf),
    /// Another tournament.
    #[error("'{}' holds another tournament: {}", folder.display(), differences.join("; "))]
    Different {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// The settings cannot be understood.
    #[error("'{}' is damaged: {source}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The games cannot be understood.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game that is not in the schedule, or twice.
    #[error("line {line} of {JOURNAL_FILE} does not belong there: {reason}")]
    Stranger {
        /// Its number, from one.
        line: usize,
        /// Why not.
        reason: String,
    },
    /// A game whose moves cannot be read.
    #[error("game {game} is damaged: {source}")]
    Moves {
        /// Its number.
        game: u32,
        /// What is wrong.
        source: ParsePointError,
    },
    /// The system refuses.
    #[error("cannot use '{}': {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What a failure of the system at a path becomes.
pub(in crate::arena) fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_path_buf();
    move |source| FolderError::File { path, source }
}

/// The folder of a tournament that is running.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    event: String,
    journal: Journal,
    sgf: File,
    pgn: File,
}

impl OutputFolder {
    /// Begins a tournament. The folder is made if it is not there.
    ///
    /// # Errors
    /// When there is something in it, or it cannot be written.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(at(path))?;
        if !is_empty(path)? {
            return Err(FolderError::NotEmpty(path.to_path_buf()));
        }
        write_manifest(path, manifest)?;
        Ok(Self::open(path, manifest)?.0)
    }

    /// Goes on with a tournament, and returns the games that have been played; a line that was not written to its end
    /// is cut off. A tournament that is not there is begun.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, the games are damaged or not those of the schedule, or
    /// the folder cannot be written.
    pub fn resume(
        path: &Path,
        manifest: &Manifest,
        schedule: &Schedule,
    ) -> Result<(Self, Vec<GameRecord>), FolderError> {
        fs::create_dir_all(path).map_err(at(path))?;
        if is_empty(path)? {
            return Ok((Self::create(path, manifest)?, Vec::new()));
        }
        let differences = read_manifest(path)?.differences(manifest);
        if !differences.is_empty() {
            return Err(FolderError::Different {
                folder: path.to_path_buf(),
                differences,
            });
        }
        let (folder, records) = Self::open(path, manifest)?;
        check_games(&records, manifest, schedule)?;
        Ok((folder, records))
    }

    /// Opens the journal and makes the other files from it.
    fn open(path: &Path, manifest: &Manifest) -> Result<(Self, Vec<GameRecord>), FolderError> {
        let (journal, records) = Journal::resume(&path.join(JOURNAL_FILE))?;
        let psq = path.join(PSQ_FOLDER);
        if psq.exists() {
            fs::remove_dir_all(&psq).map_err(at(&psq))?;
        }
        fs::create_dir(&psq).map_err(at(&psq))?;
        let emptied = |name: &str| {
            let path = path.join(name);
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .open(&path);
            file.map_err(at(&path))
        };
        let mut folder = Self {
            path: path.to_path_buf(),
            event: event_name(manifest),
            journal,
            sgf: emptied(SGF_FILE)?,
            pgn: emptied(PGN_FILE)?,
        };
        for record in &records {
            folder.derive(record)?;
        }
        Ok((folder, records))
    }

    /// Writes a game to all files.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), FolderError> {
        let path = self.path.join(JOURNAL_FILE);
        self.journal.append(record).map_err(at(&path))?;
        self.derive(record)
    }

    /// Writes a game to all files that are made from the journal.
    fn derive(&mut self, record: &GameRecord) -> Result<(), FolderError> {
        let damaged = |source: ParsePointError| FolderError::Moves {
            game: record.game,
            source,
        };
        let sgf = write_sgf(record, &self.event).map_err(damaged)?;
        let psq = write_psq(record, &self.event).map_err(damaged)?;
        let pgn = write_pgn(record, &self.event);
        let append = |file: &mut File, text: &str, name: &str| {
            file.write_all(text.as_bytes())
                .and_then(|()| file.flush())
                .map_err(at(&self.path.join(name)))
        };
        append(&mut self.sgf, &sgf, SGF_FILE)?;
        append(&mut self.pgn, &pgn, PGN_FILE)?;
        let name = format!("{:0NUMBER_WIDTH$}.{PSQ_EXTENSION}", record.game);
        let path = self.path.join(PSQ_FOLDER).join(name);
        fs::write(&path, psq).map_err(at(&path))
    }

    /// Writes a whole file, such as a report.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        write_whole(&self.path.join(name), text)
    }
}

/// Reads the settings and the games of a folder without changing anything.
///
/// # Errors
/// When there is no tournament in it, or it is damaged.
pub fn read_tournament(path: &Path) -> Result<(Manifest, Vec<GameRecord>), FolderError> {
    let manifest = read_manifest(path)?;
    let journal = path.join(JOURNAL_FILE);
    let bytes = match fs::read(&journal) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(at(&journal)(error)),
    };
    Ok((manifest, read_records(&bytes)?.records))
}

/// Writes a file so that it is never seen half done.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), FolderError> {
    let mut part = path.as_os_str().to_owned();
    part.push(PART);
    let part = PathBuf::from(part);
    fs::write(&part, text).map_err(at(&part))?;
    fs::rename(&part, path).map_err(at(path))
}

/// Is there nothing in the folder but, maybe, the beginning of a file that was never finished?
pub(in crate::arena) fn is_empty(path: &Path) -> Result<bool, FolderError> {
    for entry in fs::read_dir(path).map_err(at(path))? {
        let name = entry.map_err(at(path))?.file_name();
        if !name.to_string_lossy().ends_with(PART) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn write_manifest(path: &Path, manifest: &Manifest) -> Result<(), FolderError> {
    let path = path.join(MANIFEST_FILE);
    let mut text =
        serde_json::to_string_pretty(manifest).map_err(|source| FolderError::Manifest {
            path: path.clone(),
            source,
        })?;
    text.push('\n');
    write_whole(&path, &text)
}

fn read_manifest(folder: &Path) -> Result<Manifest, FolderError> {
    let path = folder.join(MANIFEST_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::NoTournament(folder.to_path_buf()));
        }
        Err(error) => return Err(at(&path)(error)),
    };
    serde_json::from_str(&text).map_err(|source| FolderError::Manifest { path, source })
}

/// Every game must be one of the schedule, with the engines of that game, and come once.
fn check_games(
    records: &[GameRecord],
    manifest: &Manifest,
    schedule: &Schedule,
) -> Result<(), FolderError> {
    let mut seen = vec![false; schedule.games() as usize];
    for (index, record) in records.iter().enumerate() {
        let stranger = |reason: String| FolderError::Stranger {
            line: index + 1,
            reason,
        };
        let Some(plan) = schedule.plan(record.game) else {
            return Err(stranger(format!("there is no game {}", record.game)));
        };
        // Under swap2 the engines may exchange colours.
        let name = |engine: usize| manifest.engines[engine].name.as_str();
        let planned = [name(plan.black), name(plan.white)];
        let played = [record.black.as_str(), record.white.as_str()];
        if planned != played && planned != [played[1], played[0]] {
            return Err(stranger(format!(
                "game {} is between '{}' and '{}'",
                record.game, planned[0], planned[1]
            )));
        }
        if std::mem::replace(&mut seen[plan.game as usize], true) {
            return Err(stranger(format!("game {} comes twice", record.game)));
        }
    }
    Ok(())
}

/// The name of the tournament in the files of its games.
fn event_name(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    names.join(" - ")
}
