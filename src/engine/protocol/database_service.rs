//! What a session needs of a database of positions. The bare engine has none; the program with its tools brings one.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::{DepthReport, KnownPosition};
use kagetsu_kernel::{Score, StopSignal};

use super::database_request::DatabaseRequest;
use super::reply::Reply;

/// The position that a request is about.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position after all moves of the list; without a list that of the game.
    pub position: Position,
    /// The last move of the list.
    pub last: Option<Point>,
    /// The point that the request itself names.
    pub point: Option<Point>,
    /// Nothing may be written.
    pub is_read_only: bool,
}

/// Moves among which a search is to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The moves that may be chosen.
    pub allowed: PointSet,
    /// Why, for people.
    pub reason: String,
}

/// What a database advises for the next move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Moves that are known to win, or all but those that lose; `None` if nothing that decides is known of any move.
    pub choice: Option<Choice>,
    /// The positions that are known after one to three moves.
    pub known: Vec<KnownPosition>,
}

/// A move of an opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookChoice {
    /// The move.
    pub point: Point,
    /// Its score for the player of the move.
    pub score: Score,
    /// The number of moves that are about as good, itself included.
    pub among: usize,
}

/// A database of positions, and an opening book.
pub trait DatabaseService: std::fmt::Debug + Send {
    /// Does what is asked, or says why it cannot be done. An edit may wait for [`DatabaseService::settle`], and its answer
    /// with it. Only further edits may come before that.
    fn answer(&mut self, request: &DatabaseRequest, subject: &Subject) -> Vec<Reply>;

    /// Writes the edits that wait, and gives the answers that wait with them.
    fn settle(&mut self) -> Vec<Reply>;

    /// What the database in use knows of the next moves. The positions after one move are all looked up, and those
    /// two and three as far as `lookups` suffice and until the signal is raised.
    ///
    /// # Errors
    /// A sentence that says why the database cannot be read.
    fn advise(
        &mut self,
        position: &Position,
        lookups: usize,
        stop: &StopSignal,
    ) -> Result<Advice, String>;

    /// Keeps the result of a search in the database in use.
    ///
    /// # Errors
    /// A sentence that says why the database cannot be written.
    fn remember(&mut self, position: &Position, report: &DepthReport) -> Result<(), String>;

    /// Takes a database as the opening book; no name means no book.
    ///
    /// # Errors
    /// A sentence that says why the file cannot be used.
    fn open_book(&mut self, path: &str) -> Result<(), String>;

    /// A move of the opening book. The number decides among moves that are about equal.
    ///
    /// # Errors
    /// A sentence that says why the book cannot be read.
    fn book_move(&mut self, position: &Position, choice: u64)
    -> Result<Option<BookChoice>, String>;
}

/// The line before the marks of all moves.
pub const MARKS_BEGIN: &str = "DATABASE REFRESH";
/// The line after them.
pub const MARKS_END: &str = "DATABASE DONE";

/// The answer while no database is in use: queries are answered as by an empty one, anything else by a message.
pub fn without_database(request: &DatabaseRequest) -> Vec<Reply> {
    let marks = || [MARKS_BEGIN, MARKS_END].map(|text| Reply::Message(text.to_string()));
    let comment = || Reply::Comment(String::new());
    match request {
        DatabaseRequest::Marks => marks().to_vec(),
        DatabaseRequest::MarksAndText => marks().into_iter().chain([comment()]).collect(),
        DatabaseRequest::Text => vec![comment()],
        other => vec![Reply::Message(format!(
            "{}: there is no database",
            other.word()
        ))],
    }
}
