//! The folder that a tournament writes. `games.jsonl` holds the games and `tournament.json` the settings. All other
//! files are made from these two, and made again when a tournament is continued.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::folder::{FolderError, FolderKind, at, create_folder, journal_bytes, write_whole};
use crate::game_log::NUMBER_WIDTH;
use crate::manifest::Manifest;
use crate::schedule::Schedule;
use kagetsu_kernel::file::{cut, open_to_append};
use kagetsu_kernel::{FastSet, FileLock, ShowPath as _};
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::record::{GameRecord, MovesError};
use kagetsu_notation::{Journal, JournalError, Ruleset, write_pgn, write_psq, write_sgf};

/// The settings.
pub const MANIFEST_FILE: &str = "tournament.json";
/// One line for each game.
pub const JOURNAL_FILE: &str = "games.jsonl";
/// The files to which games of Gomoku are appended.
const GOMOKU_FILES: [&str; 2] = ["games.sgf", "games.pgn"];
const PSQ_FOLDER: &str = "psq";
const PSQ_EXTENSION: &str = "psq";
/// The report as text.
pub const REPORT_FILE: &str = "report.txt";
/// The report as an HTML page.
pub const PAGE_FILE: &str = "report.html";
/// The purpose of the folder.
const PURPOSE: FolderKind = FolderKind {
    what: "tournament",
    file: MANIFEST_FILE,
};

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TournamentFolderError {
    /// It belongs to another job, or the system refuses.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal of games cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game that is not in the schedule, or that occurs twice.
    #[error("line {line} of {JOURNAL_FILE} does not belong there: {reason}")]
    ForeignGame {
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
        source: MovesError,
    },
    /// The games of a folder that was read, perhaps one of many.
    #[error("'{}': {source}", folder.shown())]
    Games {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with them.
        source: Box<Self>,
    },
}

/// The folder of a tournament that is running.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    event: String,
    journal: Journal,
    /// The files of games of Gomoku. `None` for other games.
    gomoku: Option<[File; 2]>,
    /// Keeps other processes out of the folder.
    _lock: FileLock,
}

impl OutputFolder {
    /// Begins a tournament. Creates the folder if necessary.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, TournamentFolderError> {
        let lock = PURPOSE.begin(path, manifest)?;
        Ok(Self::open(path, manifest, lock, |_| Ok(()))?.0)
    }

    /// Writes a tournament that was played in other folders. Nobody can go on with it or read it before all its games are
    /// there. What a merge has left that was broken off is replaced.
    ///
    /// # Errors
    /// When the folder holds anything else or cannot be written, or a game is damaged.
    pub(super) fn write_merged(
        path: &Path,
        manifest: &Manifest,
        records: &[GameRecord],
    ) -> Result<(), TournamentFolderError> {
        let lock = PURPOSE.begin_merge(path, manifest)?;
        emptied(&path.join(JOURNAL_FILE))?;
        let (mut folder, _) = Self::open(path, manifest, lock, |_| Ok(()))?;
        records
            .iter()
            .try_for_each(|record| folder.append(record))?;
        Ok(PURPOSE.finish_merge(path)?)
    }

    /// Continues a tournament, and returns the games that have been played. An incomplete last line is removed. If the
    /// folder is empty or does not exist, a new one is begun. A tournament may be made longer: then its schedule is the
    /// beginning of the new one, and nothing else is changed.
    ///
    /// # Errors
    /// When the folder holds anything else, the settings differ, the games are damaged or not in the
    /// schedule, or the folder cannot be written.
    pub fn resume(
        path: &Path,
        manifest: &Manifest,
        schedule: &Schedule,
    ) -> Result<(Self, Vec<GameRecord>), TournamentFolderError> {
        let before = before(path, manifest, schedule)?;
        let lock = PURPOSE.resume(path, before.as_ref().unwrap_or(manifest))?;
        let opened = Self::open(path, manifest, lock, |records| {
            check_games(records, manifest, schedule)
        })?;
        // The settings of refused games stay.
        PURPOSE.replace(path, manifest)?;
        Ok(opened)
    }

    /// Opens the journal, checks its games and then writes the other files from it: those of refused games stay.
    fn open(
        path: &Path,
        manifest: &Manifest,
        lock: FileLock,
        check: impl FnOnce(&[GameRecord]) -> Result<(), TournamentFolderError>,
    ) -> Result<(Self, Vec<GameRecord>), TournamentFolderError> {
        let (journal, records) = Journal::resume(&path.join(JOURNAL_FILE))?;
        check(&records)?;
        let event = event_name(manifest);
        let gomoku = match manifest.game.rule {
            Ruleset::Gomoku(_) => {
                for record in &records {
                    gomoku_texts(record, &event)?;
                }
                let [sgf, pgn] = GOMOKU_FILES.map(|name| emptied(&path.join(name)));
                Some([sgf?, pgn?])
            }
            Ruleset::Reversi | Ruleset::Connect6 => None,
        };
        let mut folder = Self {
            path: path.to_path_buf(),
            event,
            journal,
            gomoku,
            _lock: lock,
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
    pub fn append(&mut self, record: &GameRecord) -> Result<(), TournamentFolderError> {
        let path = self.path.join(JOURNAL_FILE);
        self.journal.append(record).map_err(at(&path))?;
        self.derive(record)
    }

    /// Writes a game to all files that are made from the journal.
    fn derive(&mut self, record: &GameRecord) -> Result<(), TournamentFolderError> {
        let Some(files) = &mut self.gomoku else {
            return Ok(());
        };
        let texts = gomoku_texts(record, &self.event)?;
        for ((file, text), name) in files.iter_mut().zip(texts).zip(GOMOKU_FILES) {
            let written = file.write_all(text.as_bytes());
            let written = written.and_then(|()| file.flush());
            written.map_err(at(&self.path.join(name)))?;
        }
        let psq = self.path.join(PSQ_FOLDER);
        if psq.is_dir() {
            write_psq_file(&psq, record, &self.event)?;
        }
        Ok(())
    }

    /// Writes a whole file, such as a report.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), TournamentFolderError> {
        Ok(write_whole(&self.path.join(name), text)?)
    }
}

/// Writes each game as a file of Piskvork into the folder `psq` of a tournament. Other files there stay. From then on each
/// further game gets such a file.
///
/// # Errors
/// When a file cannot be written, or the games are not of Gomoku.
pub fn write_psq_files(
    path: &Path,
    manifest: &Manifest,
    records: &[GameRecord],
) -> Result<(), TournamentFolderError> {
    let (psq, event) = (path.join(PSQ_FOLDER), event_name(manifest));
    create_folder(&psq)?;
    let mut records = records.iter();
    records.try_for_each(|record| write_psq_file(&psq, record, &event))
}

fn write_psq_file(
    psq: &Path,
    record: &GameRecord,
    event: &str,
) -> Result<(), TournamentFolderError> {
    let text = write_psq(record, event).map_err(damaged_moves(record))?;
    let path = psq.join(format!("{:0NUMBER_WIDTH$}.{PSQ_EXTENSION}", record.game));
    Ok(fs::write(&path, text).map_err(at(&path))?)
}

/// Converts an error in the moves of a game.
fn damaged_moves(record: &GameRecord) -> impl Fn(MovesError) -> TournamentFolderError {
    let game = record.game;
    move |source| TournamentFolderError::Moves { game, source }
}

/// A game in the forms of the files to which it is appended.
fn gomoku_texts(record: &GameRecord, event: &str) -> Result<[String; 2], TournamentFolderError> {
    let sgf = write_sgf(record, Some(event)).map_err(damaged_moves(record))?;
    Ok([sgf, write_pgn(record, event)])
}

/// Opens a file without what it held.
fn emptied(path: &Path) -> Result<File, FolderError> {
    let file = open_to_append(path).map_err(at(path))?;
    cut(path, 0).map_err(at(path))?;
    Ok(file)
}

/// Reads the settings and the games of a folder without changing anything.
///
/// # Errors
/// When there is no tournament in it, it is damaged, or a game comes twice.
pub fn read_tournament(path: &Path) -> Result<(Manifest, Vec<GameRecord>), TournamentFolderError> {
    let manifest = PURPOSE.read(path)?;
    let bytes = journal_bytes(&path.join(JOURNAL_FILE))?;
    let records = read_records(&bytes).map_err(|error| in_folder(path, error.into()))?;
    let records = records.records;
    check_unique(&records).map_err(|error| in_folder(path, error))?;
    Ok((manifest, records))
}

/// Names the folder whose games are wrong.
pub(super) fn in_folder(folder: &Path, error: TournamentFolderError) -> TournamentFolderError {
    let (folder, source) = (folder.to_path_buf(), Box::new(error));
    TournamentFolderError::Games { folder, source }
}

/// The settings that a folder must hold so that a longer tournament may go on in it; `None` if it is not made longer. The
/// numbers of the games of a shard depend on the number of all games, so that a shard cannot become longer.
fn before(
    path: &Path,
    manifest: &Manifest,
    schedule: &Schedule,
) -> Result<Option<Manifest>, TournamentFolderError> {
    if !path.join(MANIFEST_FILE).exists() {
        return Ok(None);
    }
    let old: Manifest = match PURPOSE.read(path) {
        // Settings that cannot be understood are compared as they stand.
        Err(FolderError::Settings { .. }) => return Ok(None),
        read => read?,
    };
    if old.rounds >= manifest.rounds || old.shard.is_some() || manifest.shard.is_some() {
        return Ok(None);
    }
    let beginning = schedule.first_rounds(old.rounds);
    let mut before = Manifest {
        rounds: old.rounds,
        games: beginning.games(),
        schedule: beginning.fingerprint(),
        ..manifest.clone()
    };
    // Random openings are as many as there are rounds. The schedule tells whether the first ones are the same.
    if let (Some(is), Some(was)) = (&mut before.openings, &old.openings)
        && before.schedule == old.schedule
    {
        is.count = was.count;
    }
    Ok(Some(before))
}

/// Checks that no game occurs twice.
fn check_unique(records: &[GameRecord]) -> Result<(), TournamentFolderError> {
    let mut seen = FastSet::default();
    match records.iter().position(|record| !seen.insert(record.game)) {
        None => Ok(()),
        Some(index) => Err(TournamentFolderError::ForeignGame {
            line: index + 1,
            reason: format!("game {} comes twice", records[index].game),
        }),
    }
}

/// Checks that every game is in the schedule, has the engines of the schedule, and occurs once.
fn check_games(
    records: &[GameRecord],
    manifest: &Manifest,
    schedule: &Schedule,
) -> Result<(), TournamentFolderError> {
    check_unique(records)?;
    for (index, record) in records.iter().enumerate() {
        let foreign = |reason: String| TournamentFolderError::ForeignGame {
            line: index + 1,
            reason,
        };
        let Some(plan) = schedule.plan(record.game) else {
            return Err(foreign(format!("there is no game {}", record.game)));
        };
        if !manifest.game_numbers().contains(&record.game) {
            return Err(foreign(format!("game {} is of another shard", record.game)));
        }
        // Under swap2 the engines may exchange colours.
        let name = |engine: usize| manifest.engines[engine].name.as_str();
        let planned = [name(plan.black), name(plan.white)];
        let played = [record.black.as_str(), record.white.as_str()];
        if planned != played && planned != [played[1], played[0]] {
            return Err(foreign(format!(
                "game {} is between '{}' and '{}'",
                record.game, planned[0], planned[1]
            )));
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
