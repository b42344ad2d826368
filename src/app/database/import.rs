//! Files whose positions are stored. A file is read to its end before anything of it is stored.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::json::read_lines;
use kagetsu_analysis::database::key::PositionKey;
use kagetsu_analysis::database::library;
use kagetsu_analysis::database::writer::{Merged, Writer};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, require_regular_file};
use kagetsu_notation::renlib::{is_renlib, read_renlib};

use super::error::DatabaseCommandError;

/// Bytes from which the form of a file is told.
const PROBE_BYTES: u64 = 1 << 16;

/// A file that has been found right.
#[derive(Debug)]
pub(super) enum Source {
    /// JSON lines; they are read again, because there may be more of them than memory holds.
    Lines(PathBuf),
    /// The positions of a library.
    Library(Vec<(PositionKey, Entry)>),
}

impl Source {
    /// Reads a file to its end.
    pub(super) fn open(path: &Path, rule: Rule) -> Result<Self, DatabaseCommandError> {
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
        if !is_renlib(&probe) {
            lines(path)?.try_for_each(|line| line.map(drop))?;
            return Ok(Self::Lines(path.to_path_buf()));
        }
        let bytes = read_regular_file(path, MAX_TEXT_BYTES).map_err(unreadable)?;
        let tree = read_renlib(&bytes).map_err(|source| DatabaseCommandError::RenLib {
            file: file(),
            source,
        })?;
        let entries =
            library::entries(&tree, rule).map_err(|source| DatabaseCommandError::Library {
                file: file(),
                source,
            })?;
        Ok(Self::Library(entries))
    }

    /// Stores the positions.
    pub(super) fn store(self, writer: &mut Writer) -> Result<Merged, DatabaseCommandError> {
        match self {
            Self::Lines(path) => writer.merge_all(lines(&path)?),
            Self::Library(entries) => writer.merge_all(entries.into_iter().map(Ok)),
        }
    }
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
