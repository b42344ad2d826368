//! Journals: files with one record as JSON on each line. That of a tournament has a [`GameRecord`] for each game
//! (`protocol-docs/games-jsonl.md`); others have records of their own. A line is written and flushed as a whole, so that a
//! killed runner loses only what it had not finished.
//!
//! A line is complete when its line end is written. An incomplete last line comes from a killed runner; it is removed
//! before the journal is continued. Any other damage is an error: a record that was silently left out would be
//! made again and change the result.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{MAX_JOURNAL_BYTES, cut, open_to_append, read_regular_file};
use kagetsu_kernel::{ShowPath as _, quote};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::record::{GameRecord, SCHEMA};

const LINE_END: u8 = b'\n';

/// The usable part of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadableRecords<R = GameRecord> {
    /// The records in the order in which they were written: games in that in which they ended.
    pub records: Vec<R>,
    /// Length of the complete lines in bytes. An incomplete line may follow.
    pub bytes: u64,
}

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be opened, read or truncated.
    #[error("cannot use '{}': {source}", path.shown())]
    File {
        /// The file.
        path: PathBuf,
        /// Why it cannot be used.
        source: io::Error,
    },
    /// A line is not a record.
    #[error("line {line} of the journal is damaged: {reason}: '{text}'")]
    Damaged {
        /// Its number, from one.
        line: usize,
        /// What is wrong.
        reason: serde_json::Error,
        /// Its beginning.
        text: String,
    },
    /// The lines are those of another command.
    #[error("line {line} is of another kind of JSON lines: it is {kind}")]
    OtherLines {
        /// Its number, from one.
        line: usize,
        /// What the lines are, and what reads them.
        kind: &'static str,
    },
    /// A record has another version of the schema.
    #[error(
        "line {line} of the journal has schema {found}, but this program reads schema {SCHEMA}"
    )]
    Schema {
        /// Its number, from one.
        line: usize,
        /// The version in the record.
        found: u32,
    },
}

/// The field that every version of the schema has.
#[derive(Deserialize)]
struct Versioned {
    schema: u32,
}

/// Reads the records of a journal.
///
/// ```
/// use kagetsu_notation::jsonl::read_records;
/// let sound = read_records(b"{\"schema\":2,\"ga")?;
/// assert_eq!((sound.records.len(), sound.bytes), (0, 0));
/// # Ok::<(), kagetsu_notation::JournalError>(())
/// ```
///
/// # Errors
/// [`JournalError::Damaged`], [`JournalError::OtherLines`] or [`JournalError::Schema`] for the first complete line that is
/// not a record.
pub fn read_records(bytes: &[u8]) -> Result<ReadableRecords, JournalError> {
    if let Some(kind) = str::from_utf8(bytes).ok().and_then(whole_json) {
        return Err(JournalError::OtherLines { line: 1, kind });
    }
    read_lines(bytes, read_record)
}

/// Reads the complete lines of a journal of any records. `read` makes a record of a line and its number, from one.
///
/// # Errors
/// The first error of `read`.
pub fn read_lines<R, E>(
    bytes: &[u8],
    read: impl Fn(&[u8], usize) -> Result<R, E>,
) -> Result<ReadableRecords<R>, E> {
    let mut sound = ReadableRecords {
        records: Vec::new(),
        bytes: 0,
    };
    let lines = bytes.split_inclusive(|&byte| byte == LINE_END);
    for (index, line) in lines.enumerate() {
        if !line.ends_with(&[LINE_END]) {
            break;
        }
        sound.records.push(read(line, index + 1)?);
        sound.bytes += line.len() as u64;
    }
    Ok(sound)
}

/// The other JSON lines of this program: two fields that no other ones have both, and what the lines are.
const OTHER_LINES: [([&str; 2], &str); 5] = [
    (
        ["scores", "alternatives"],
        "a game of `dataset export`, and the dataset itself (.kgd) is what `train` and `calibrate` read",
    ),
    (
        ["score", "proved"],
        "a score of `forecast --out`, which `forecast --against` reads",
    ),
    (
        ["length", "line"],
        "a puzzle of `puzzles --json`, and `solve` reads the table that `puzzles` writes without --json",
    ),
    (
        ["schema", "to_move"],
        "a position of `database export`, which `database import` reads",
    ),
    (
        ["source", "moves"],
        "a review of `analyse --json`, which its own --resume and `book grow --review` read",
    ),
];

/// What lines are whose first one is this, if they are of another command.
fn other_lines(bytes: &[u8]) -> Option<&'static str> {
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(bytes).ok()?;
    let mut kinds = OTHER_LINES.iter();
    let known = kinds.find(|(names, _)| names.iter().all(|name| fields.contains_key(*name)));
    known.map(|(_, kind)| *kind)
}

/// What a text is that is one object of JSON over several lines, as no journal is; `None` if it is no such text.
pub(crate) fn whole_json(text: &str) -> Option<&'static str> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if serde_json::from_str::<IgnoredAny>(first).is_ok() {
        return None;
    }
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    let is_settings = ["schema", "engines"]
        .iter()
        .all(|name| fields.contains_key(*name));
    Some(if is_settings {
        "the settings of a tournament: its games stand in games.jsonl beside it, and `tournament --report` prints its result"
    } else {
        "one object of JSON over several lines, where a journal has a game on each line"
    })
}

/// Reads the record on this line.
pub(crate) fn read_record(bytes: &[u8], line: usize) -> Result<GameRecord, JournalError> {
    let read = || {
        let damaged = |reason| JournalError::Damaged {
            line,
            reason,
            text: quote(String::from_utf8_lossy(bytes).trim_end()),
        };
        let Versioned { schema: found } = serde_json::from_slice(bytes).map_err(damaged)?;
        if found != SCHEMA {
            return Err(JournalError::Schema { line, found });
        }
        serde_json::from_slice(bytes).map_err(damaged)
    };
    read().map_err(|error| match other_lines(bytes) {
        Some(kind) => JournalError::OtherLines { line, kind },
        None => error,
    })
}

/// A journal that is open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Starts an empty journal.
    ///
    /// # Errors
    /// When the file cannot be created, or exists already: a tournament never overwrites another.
    pub fn create(path: &Path) -> Result<Self, JournalError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        file.map(|file| Self { file }).map_err(at(path))
    }

    /// Opens a journal to continue it, and reads its games. An incomplete last line is removed. If there is no journal,
    /// a new one is begun.
    ///
    /// # Errors
    /// When the file cannot be read, truncated or written, and as [`read_records`].
    pub fn resume(path: &Path) -> Result<(Self, Vec<GameRecord>), JournalError> {
        Self::resume_with(path, read_records)
    }

    /// As [`Journal::resume`], for a journal of other records: `read` reads them.
    ///
    /// # Errors
    /// When the file cannot be read, truncated or written, and the error of `read`.
    pub fn resume_with<R, E: From<JournalError>>(
        path: &Path,
        read: impl FnOnce(&[u8]) -> Result<ReadableRecords<R>, E>,
    ) -> Result<(Self, Vec<R>), E> {
        let file = open_to_append(path).map_err(at(path))?;
        let bytes = read_regular_file(path, MAX_JOURNAL_BYTES).map_err(at(path))?;
        let sound = read(&bytes)?;
        if sound.bytes < bytes.len() as u64 {
            cut(path, sound.bytes).map_err(at(path))?;
        }
        Ok((Self { file }, sound.records))
    }

    /// Adds a record. One call writes the line, so that no other writer can interleave.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, record: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(LINE_END);
        self.file.write_all(&line)?;
        self.file.flush()
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| JournalError::File {
        path: path.to_path_buf(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use super::*;
    use crate::text::samples::{faulty_game, games};

    fn lines(records: &[GameRecord]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for record in records {
            serde_json::to_writer(&mut bytes, record).expect("memory takes all text");
            bytes.push(LINE_END);
        }
        bytes
    }

    proptest! {
        #[test]
        fn a_journal_cut_anywhere_gives_its_whole_lines(
            records in prop::collection::vec(games(), 1..4),
            cut in any::<prop::sample::Index>(),
        ) {
            let bytes = lines(&records);
            let cut = cut.index(bytes.len() + 1);
            let sound = read_records(&bytes[..cut]).expect("only the last line is damaged");
            prop_assert_eq!(&sound.records[..], &records[..sound.records.len()]);
            prop_assert_eq!(lines(&sound.records).len() as u64, sound.bytes);
            prop_assert!(!bytes[sound.bytes as usize..cut].contains(&LINE_END));
        }

        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_records(&bytes);
        }
    }

    #[test]
    fn lines_of_other_commands_are_named() {
        for (line, command) in [
            ("{\"scores\":[],\"alternatives\":[]}\n", "`dataset export`"),
            ("{\"score\":1,\"proved\":false}\n", "`forecast --out`"),
            ("{\"length\":3,\"line\":\"H8\"}\n", "`puzzles --json`"),
            (
                "{\"schema\":1,\"to_move\":\"black\"}\n",
                "`database export`",
            ),
            (
                "{\"schema\":1,\"source\":\"a\",\"moves\":[]}\n",
                "`analyse --json`",
            ),
            ("{\"schema\":2}\n", "missing field"),
        ] {
            let error = read_records(line.as_bytes()).expect_err(line).to_string();
            assert!(error.contains(command), "{error}");
        }
    }

    #[test]
    fn an_interrupted_journal_goes_on_where_it_was_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.jsonl");
        let game = faulty_game();
        let mut journal = Journal::create(&path).expect("a new file");
        journal.append(&game).expect("the disk has room");
        drop(journal);
        let whole = fs::read(&path).expect("a file");
        let mut damaged = whole.clone();
        damaged.extend_from_slice(&whole[..whole.len() / 2]);
        fs::write(&path, &damaged).expect("the disk has room");

        let (mut journal, records) = Journal::resume(&path).expect("one partial line is no fault");
        assert_eq!(records, std::slice::from_ref(&game));
        journal.append(&game).expect("the disk has room");
        drop(journal);
        let (_, records) = Journal::resume(&path).expect("a sound journal");
        assert_eq!(records, [game.clone(), game]);
        assert!(Journal::create(&path).is_err(), "it is there already");
        let (_, none) = Journal::resume(&folder.path().join("new")).expect("begun if missing");
        assert!(none.is_empty());
    }

    #[test]
    fn damage_before_the_end_is_an_error_with_its_line() {
        let good = lines(&[faulty_game()]);
        for (bad, expected) in [
            (&b"\n"[..], "line 2 of the journal is damaged: EOF"),
            (b"{\"schema\":2}\n", "missing field `game`"),
            (
                b"{\"schema\":1,\"new\":0}\n",
                "line 2 of the journal has schema 1",
            ),
            (b"\0\0\0\n", "line 2 of the journal is damaged"),
        ] {
            let bytes = [&good, bad, &good].concat();
            let error = read_records(&bytes).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
