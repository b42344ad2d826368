//! Requests about files: the database in use, what is read into it, and what is written of it.

use std::collections::BTreeSet;
use std::path::Path;

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::exchange::{export, text};
use kagetsu_analysis::database::json::write_line;
use kagetsu_analysis::database::key::{Canonical, PositionKey};
use kagetsu_analysis::database::library_export::library;
use kagetsu_analysis::database::reader::{Reader, is_database};
use kagetsu_analysis::database::writer::{MergeCounts, Writer};
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_kernel::file::{Outputs, Overwrite};
use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_notation::renlib::write_renlib;
use kagetsu_protocol::Reply;
use kagetsu_protocol::database_request::DatabaseFile;
use kagetsu_protocol::database_service::Subject;

use super::super::database::Source;
use super::super::error::CommandError;
use super::editing::writable;
use super::store::Store;

/// Does what is asked with a file, and says what came of it.
pub(super) fn obey(
    place: &mut Option<Store>,
    what: DatabaseFile,
    path: &Path,
    subject: &Subject,
) -> Result<Vec<Reply>, CommandError> {
    let file = path.shown();
    let text = match what {
        DatabaseFile::Open => {
            // The one before is closed first, because it may be the same file; it stays where the new one is refused.
            let before = place.take().map(Store::close);
            let store = Store::open(path, subject.is_read_only).inspect_err(|_| {
                *place = before.and_then(|(path, mode)| Store::open(&path, mode).ok());
            })?;
            let count = store.view()?.count()?;
            *place = Some(store);
            format!("{} in '{file}'", counted(count, "position"))
        }
        DatabaseFile::FromText | DatabaseFile::FromLibrary | DatabaseFile::Merge => {
            writable(subject)?;
            let merged = merge(open(place)?, path, subject.position.rule())?;
            let MergeCounts { new, changed, .. } = merged;
            format!(
                "{} and {changed} changed from '{file}'",
                counted(new, "new position")
            )
        }
        DatabaseFile::Split => {
            let count = split(open(place)?, path, &subject.position)?;
            format!("{} written to '{file}'", counted(count, "position"))
        }
        DatabaseFile::ToPositions
        | DatabaseFile::ToText
        | DatabaseFile::ToTextAll
        | DatabaseFile::ToLibrary => {
            let (bytes, left_out) = written(open(place)?, what, &subject.position)?;
            write(path, &bytes, open(place)?.path())?;
            format!(
                "written to '{file}'; {} left out",
                counted(left_out, "position")
            )
        }
    };
    Ok(vec![Reply::Message(text)])
}

fn open(place: &mut Option<Store>) -> Result<&mut Store, CommandError> {
    let none = "there is no database: name one with YXSETDATABASE";
    place.as_mut().ok_or_else(|| CommandError::input(none))
}

/// Takes over the positions of a file of any form that is read, or of another database.
fn merge(store: &mut Store, path: &Path, rule: Rule) -> Result<MergeCounts, CommandError> {
    match Reader::open(path) {
        Ok(reader) => Ok(store.writer()?.merge_all(reader.view().entries()?)?),
        Err(DatabaseError::Foreign(_)) => {
            let source = Source::open(path, rule, None)?;
            source.store(store.writer()?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The bytes of what is asked for, and how many positions they leave out.
fn written(
    store: &Store,
    what: DatabaseFile,
    position: &Position,
) -> Result<(Vec<u8>, u64), CommandError> {
    let view = store.view()?;
    let board = Some((position.rule(), position.size()));
    Ok(match what {
        DatabaseFile::ToLibrary => {
            let made = library(view.entries()?, position.rule())?;
            let written = write_renlib(&made.tree, None);
            let (bytes, _) =
                written.map_err(|error| CommandError::input(format!("{error} (--encoding)")))?;
            (bytes, made.left_out)
        }
        DatabaseFile::ToPositions => {
            let mut lines = String::new();
            for pair in view.entries()? {
                let (key, entry) = pair?;
                lines.extend(write_line(&key, &entry).map(|line| line + "\n"));
            }
            (lines.into_bytes(), 0)
        }
        _ => {
            let pairs = view.entries()?;
            let is_all = what == DatabaseFile::ToTextAll;
            let is_asked = |key: &PositionKey| is_all || key.board() == board;
            let asked = pairs.filter(|pair| pair.as_ref().map_or(true, |(key, _)| is_asked(key)));
            let made = export(asked)?;
            (text::write(&made.records).into_bytes(), made.left_out)
        }
    })
}

/// Writes a file in place of another one, which must not be a database, least of all the one in use.
fn write(path: &Path, bytes: &[u8], in_use: &Path) -> Result<(), CommandError> {
    if is_database(path) {
        return Err(CommandError::input(format!(
            "'{}' is a position database and would be lost: give another name",
            path.shown()
        )));
    }
    let outputs = Outputs::new(Overwrite { force: true });
    let file = outputs.reading([in_use]).printing().begin(path)?;
    Ok(file.write_whole(bytes)?)
}

/// Writes the position and all stored ones that follow it into a database of its own.
fn split(store: &Store, path: &Path, position: &Position) -> Result<usize, CommandError> {
    let mut found: Vec<(PositionKey, Entry)> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![position.clone()];
    while let Some(position) = waiting.pop() {
        let canonical = Canonical::new(&position);
        if !seen.insert(canonical.key.clone()) {
            continue;
        }
        if let Some(entry) = store.get(&position)? {
            let entry = entry.image(canonical.to_stored, position.size());
            found.push((canonical.key, entry));
        }
        waiting.extend(store.moves(&position)?.into_iter().map(|known| known.after));
    }
    let count = found.len();
    Writer::open_or_create(path)?.merge_all(found.into_iter().map(Ok::<_, DatabaseError>))?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::geometry::BoardSize;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn an_export_replaces_no_database() -> Outcome {
        let folder = tempfile::tempdir()?;
        let [used, other, text] =
            ["used.kdb", "other.kdb", "text"].map(|name| folder.path().join(name));
        let subject = Subject {
            position: Position::new(BoardSize::square(15)?, Rule::Freestyle),
            last: None,
            point: None,
            is_read_only: true,
        };
        let mut place = Some(Store::open(&used, false)?);
        drop(Writer::open_or_create(&other)?);
        for path in [&used, &other] {
            let before = std::fs::read(path)?;
            for what in [DatabaseFile::ToPositions, DatabaseFile::ToTextAll] {
                assert!(obey(&mut place, what, path, &subject).is_err(), "{what:?}");
            }
            assert_eq!(std::fs::read(path)?, before);
        }
        std::fs::write(&text, "old")?;
        let written = obey(&mut place, DatabaseFile::ToPositions, &text, &subject);
        assert!(written.is_ok(), "{written:?}");
        assert_eq!(std::fs::read(&text)?, b"");
        Ok(())
    }
}
