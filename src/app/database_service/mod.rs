//! The database commands of the protocol, carried out with a position database.
//!
//! A manager opens one file by name. The file is created if it does not exist, and it is never changed if it is not a
//! database. An edit is on the disk before the answer is sent. Labels of such managers are for the player who has just
//! moved; [`wording`] converts them. [`files`] has the requests about other files, [`deleting`] those that delete, and
//! [`advising`] what a search reads.

mod advising;
mod deleting;
mod editing;
mod files;
mod store;
mod wording;

use std::path::Path;

use kagetsu_analysis::book::choice::{BookMove, book_move};
use kagetsu_analysis::database::entry::{Bound, Entry, Label};
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

/// The database in use and the opening book.
#[derive(Debug, Default)]
pub struct PositionDatabase {
    store: Option<Store>,
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
                // Every change is written at once. A transaction without a change fails where earlier ones have failed.
                store.merge(Vec::new())?;
                message("the database is on the disk".to_string())
            }
            DatabaseRequest::Check | DatabaseRequest::Fix => {
                let count = store.view()?.check()?;
                message(format!("{}, all sound", counted(count, "position")))
            }
            DatabaseRequest::DeleteOne => {
                editing::delete_one(store, subject)?;
                Ok(Vec::new())
            }
            DatabaseRequest::DeleteAll(words) => deleting::delete_all(store, subject, words),
            _ => editing::edit(store, request, subject),
        }
    }
}

impl DatabaseService for PositionDatabase {
    fn answer(&mut self, request: &DatabaseRequest, subject: &Subject) -> Vec<Reply> {
        self.obey(request, subject)
            .unwrap_or_else(|error| vec![Reply::Error(error.to_string())])
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
        self.book = if path.is_empty() {
            None
        } else {
            Some(Reader::open(Path::new(path)).map_err(|error| error.to_string())?)
        };
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
