//! Files whose positions are stored. A file is read to its end before anything of it is stored.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::exchange::binary::is_yixin_database;
use kagetsu_analysis::database::exchange::text::is_yixin_text;
use kagetsu_analysis::database::exchange::{self, MAX_BYTES, binary, text};
use kagetsu_analysis::database::json::read_lines;
use kagetsu_analysis::database::key::PositionKey;
use kagetsu_analysis::database::library;
use kagetsu_analysis::database::writer::{Merged, Writer};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, require_regular_file};
use kagetsu_notation::renlib::{is_renlib, read_renlib};

use super::error::DatabaseCommandError;

/// Bytes at the start of a file that decide its format.
const PROBE_BYTES: u64 = 1 << 16;

/// A file that has been found right.
#[derive(Debug)]
pub(crate) enum Source {
    /// JSON lines; they are read again, because there may be more of them than memory holds.
    Lines(PathBuf),
    /// The positions of a library or of another program's database.
    Entries(Vec<(PositionKey, Entry)>),
}

impl Source {
    /// Reads a file to its end. The rule is that of a library, the encoding that of texts in old databases.
    pub(crate) fn open(
        path: &Path,
        rule: Rule,
        encoding: &str,
    ) -> Result<Self, DatabaseCommandError> {
        let file = || path.display().to_string();
        let unreadable = |source| DatabaseCommandError::Read {
            file: file(),
            source,
        };
        require_regular_file(path).map_err(unreadable)?;
        let mut probe = Vec::new();
        File::open(path)
            .and_then(|file| file.take(PROBE_BYTES).read_to_end(&mut probe))
            .map_err(unreadable)?;
        if is_renlib(&probe) {
            let bytes = read_regular_file(path, MAX_TEXT_BYTES).map_err(unreadable)?;
            return library(&bytes, rule, &file());
        }
        let wrong = |source| DatabaseCommandError::Exchange {
            file: file(),
            source,
        };
        let records = if is_yixin_text(&probe) {
            let bytes = read_regular_file(path, MAX_BYTES).map_err(unreadable)?;
            text::read(&String::from_utf8_lossy(&bytes)).map_err(wrong)?
        } else if is_yixin_database(&probe) {
            let bytes = read_regular_file(path, MAX_BYTES).map_err(unreadable)?;
            binary::read(&bytes, encoding).map_err(wrong)?
        } else {
            lines(path)?.try_for_each(|line| line.map(drop))?;
            return Ok(Self::Lines(path.to_path_buf()));
        };
        exchange::entries(&records)
            .map(Self::Entries)
            .map_err(wrong)
    }

    /// Stores the positions.
    pub(crate) fn store(self, writer: &mut Writer) -> Result<Merged, DatabaseCommandError> {
        match self {
            Self::Lines(path) => writer.merge_all(lines(&path)?),
            Self::Entries(entries) => writer.merge_all(entries.into_iter().map(Ok)),
        }
    }
}

fn library(bytes: &[u8], rule: Rule, file: &str) -> Result<Source, DatabaseCommandError> {
    let tree = read_renlib(bytes).map_err(|source| DatabaseCommandError::RenLib {
        file: file.to_string(),
        source,
    })?;
    let entries =
        library::entries(&tree, rule).map_err(|source| DatabaseCommandError::Library {
            file: file.to_string(),
            source,
        })?;
    Ok(Source::Entries(entries))
}

fn lines(
    path: &Path,
) -> Result<
    impl Iterator<Item = Result<(PositionKey, Entry), DatabaseCommandError>>,
    DatabaseCommandError,
> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|source| DatabaseCommandError::Read {
        file: name.clone(),
        source,
    })?;
    let lines = read_lines(BufReader::new(file));
    Ok(lines.map(move |(line, entry)| {
        entry.map_err(|source| DatabaseCommandError::Line {
            file: name.clone(),
            line,
            source,
        })
    }))
}
