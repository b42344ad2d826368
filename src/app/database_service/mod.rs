//! The database commands of the protocol, carried out with a position database.
//!
//! A manager opens one file by name. The file is created if it does not exist, and it is never changed if it is not a
//! database. An edit is on the disk before its answer is sent; edits that wait behind one another are written in one
//! transaction. Labels of such managers are for the player who has just moved; [`wording`] converts them. [`files`] has the
//! requests about other files, [`deleting`] those that delete, and [`advising`] what a search reads.

mod advising;
mod deleting;
mod editing;
mod files;
mod store;
mod wording;

use std::path::Path;

use kagetsu_analysis::book::choice::{BookMove, book_move};
use kagetsu_analysis::database::entry::{Bound, Entry, Label};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::search::DepthReport;
use kagetsu_kernel::{StopSignal, counted};
use kagetsu_protocol::Reply;
use kagetsu_protocol::database_request::DatabaseRequest;
use kagetsu_protocol::database_service::{
    Advice, BookChoice, DatabaseService, Subject, without_database,
};

use crate::error::CommandError;

use store::Store;

/// Least depth of a search whose result is kept, unless it decides the game.
const LEAST_DEPTH: u32 = 8;
/// Most edits that are written together. Until then their texts, which may be long, are in memory.
const MOST_EDITS: usize = 256;

/// The database in use and the opening book.
#[derive(Debug, Default)]
pub struct PositionDatabase {
    store: Option<Store>,
    /// The answers of the edits that are not written yet, and the faults of those that were refused.
    held: Vec<Vec<Reply>>,
    book: Option<Reader>,
}

impl PositionDatabase {
    /// A service without files.
    pub fn new() -> Self {
        Self::default()
    }

    fn obey(
        &mut self,
        request: &DatabaseRequest,
        subject: &Subject,
    ) -> Result<Vec<Reply>, CommandError> {
        if let DatabaseRequest::File(file, path) = request {
            return files::obey(&mut self.store, *file, Path::new(path), subject);
        }
        let Some(store) = &mut self.store else {
            return Ok(without_database(request));
        };
        let position = &subject.position;
        let message = |text: String| Ok(vec![Reply::Message(text)]);
        match request {
            DatabaseRequest::Marks => wording::marks(store, position, wording::Detail::Short),
            DatabaseRequest::MarksAndText => {
                let mut lines = wording::marks(store, position, wording::Detail::Long)?;
                lines.push(Reply::Comment(store.text(position)?));
                Ok(lines)
            }
            DatabaseRequest::Text => Ok(vec![Reply::Comment(store.text(position)?)]),
            DatabaseRequest::One => Ok(vec![wording::one(store.get(position)?.as_ref())]),
            DatabaseRequest::Save => {
                // Every change before is written. A transaction without a change fails where earlier ones have failed.
                store.merge(Vec::new())?;
                message("the database is on the disk".to_string())
            }
            DatabaseRequest::Check | DatabaseRequest::Fix => {
                let count = store.view()?.check()?;
                message(format!("{}, all sound", counted(count, "position")))
            }
            DatabaseRequest::DeleteAll(words) => deleting::delete_all(store, subject, words),
            _ => editing::edit(store, request, subject),
        }
    }
}

impl DatabaseService for PositionDatabase {
    fn answer(&mut self, request: &DatabaseRequest, subject: &Subject) -> Vec<Reply> {
        let lines = self
            .obey(request, subject)
            .unwrap_or_else(|error| vec![Reply::Error(error.to_string())]);
        if !request.is_edit() {
            return lines;
        }
        self.held.push(lines);
        if self.held.len() < MOST_EDITS {
            Vec::new()
        } else {
            self.settle()
        }
    }

    fn settle(&mut self) -> Vec<Reply> {
        let written = self.store.as_mut().map_or(Ok(()), Store::settle);
        outcome(std::mem::take(&mut self.held), written)
    }

    fn advise(
        &mut self,
        position: &Position,
        lookups: usize,
        stop: &StopSignal,
    ) -> Result<Advice, String> {
        let Some(store) = &self.store else {
            return Ok(Advice::default());
        };
        advising::advise(store, position, lookups, stop).map_err(|error| error.to_string())
    }

    fn remember(&mut self, position: &Position, report: &DepthReport) -> Result<(), String> {
        if report.depth < LEAST_DEPTH && !report.score.is_decided() {
            return Ok(());
        }
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        let entry = Entry {
            value: Some(report.score.value()),
            bound: Bound::Exact,
            depth: u16::try_from(report.depth).unwrap_or(u16::MAX),
            best: report.pv.first().copied(),
            label: Label::of(report.score),
            ..Entry::default()
        };
        let merged = store.merge(vec![entry.stored(position)]);
        merged.map(drop).map_err(|error| error.to_string())
    }

    fn open_book(&mut self, path: &str) -> Result<(), String> {
        let book = (!path.is_empty()).then(|| Reader::open(Path::new(path)));
        self.book = book.transpose().map_err(|error| error.to_string())?;
        Ok(())
    }

    fn book_move(
        &mut self,
        position: &Position,
        choice: u64,
    ) -> Result<Option<BookChoice>, String> {
        let Some(book) = &self.book else {
            return Ok(None);
        };
        let found = book_move(book.view(), position, choice).map_err(|error| error.to_string())?;
        Ok(found.map(|BookMove { point, score, from }| BookChoice {
            point,
            score,
            among: from,
        }))
    }
}

/// The answers of edits that were to be written together. Where they could not be, each that was not refused before has the
/// error.
fn outcome(held: Vec<Vec<Reply>>, written: Result<(), DatabaseError>) -> Vec<Reply> {
    let Err(error) = written else {
        return held.into_iter().flatten().collect();
    };
    let error = Reply::Error(error.to_string());
    let told = held.into_iter().map(|lines| match lines.first() {
        Some(refusal @ Reply::Error(_)) => refusal.clone(),
        _ => error.clone(),
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_protocol::database_request::DatabaseFile;

    use super::*;

    #[test]
    fn answers_of_edits_come_when_these_are_written() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("base").display().to_string();
        let subject = Subject {
            position: Position::new(BoardSize::STANDARD, Rule::Freestyle),
            last: None,
            point: None,
            is_read_only: false,
        };
        let mut database = PositionDatabase::new();
        let opened = database.answer(&DatabaseRequest::File(DatabaseFile::Open, path), &subject);
        assert_eq!(opened.len(), 1, "{opened:?}");
        let edit = DatabaseRequest::Edit {
            mask: 2,
            label: 0,
            value: 35,
            depth: 0,
        };
        for _ in 1..MOST_EDITS {
            assert!(database.answer(&edit, &subject).is_empty());
        }
        let line = Reply::Message("DATABASE ONE -1 35 0 3".to_string());
        assert_eq!(
            database.answer(&edit, &subject),
            vec![line.clone(); MOST_EDITS]
        );
        let read_only = Subject {
            is_read_only: true,
            ..subject.clone()
        };
        assert!(database.answer(&edit, &subject).is_empty());
        assert!(database.answer(&edit, &read_only).is_empty());
        let refused = Reply::Error("the database is read-only".to_string());
        assert_eq!(database.settle(), [line.clone(), refused]);
        assert!(database.settle().is_empty());
        assert_eq!(database.answer(&DatabaseRequest::One, &subject), [line]);
        Ok(())
    }

    #[test]
    fn edits_that_cannot_be_written_have_the_error_each() {
        let refused = Reply::Error("refused".to_string());
        let held = || vec![vec![Reply::Ok], vec![refused.clone()], Vec::new()];
        assert_eq!(outcome(held(), Ok(())), [Reply::Ok, refused.clone()]);
        let fault = || DatabaseError::Busy(PathBuf::from("base"));
        let error = Reply::Error(fault().to_string());
        let told = outcome(held(), Err(fault()));
        assert_eq!(told, [error.clone(), refused.clone(), error]);
    }
}
