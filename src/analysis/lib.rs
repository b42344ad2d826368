//! Review of whole games by the engine: which moves were mistakes, how much each cost in the probability to win, and
//! what was better.
//!
//! The review of games:
//!
//! ```
//! use kagetsu_analysis::report::{MoveRecord, moves_table};
//! use kagetsu_analysis::review::{Plan, review};
//! use kagetsu_analysis::search::{Effort, Searcher};
//! use kagetsu_analysis::source::{ReadOptions, read_games};
//! use kagetsu_kernel::StopSignal;
//!
//! let options = ReadOptions::default();
//! let games = read_games("my games", b"h8i9j10h9\n", &options);
//! let effort = Effort { nodes: Some(200), ..Effort::default() };
//! let plan = Plan::new(games.into_iter().flatten().collect(), effort);
//! let (mut searcher, stop) = (Searcher::new(1), StopSignal::new());
//! let reviews = (0..plan.tasks()).filter_map(|task| review(&plan, task, &mut searcher, &stop));
//! let records: Vec<MoveRecord> =
//!     reviews.map(|found| MoveRecord::new(&found, &plan.games()[found.game])).collect();
//! // Four moves, and the position after them.
//! assert_eq!(records.len(), 5);
//! assert!(moves_table(&records).contains("h8"));
//! ```
//!
//! The best moves of one position, without the centre:
//!
//! ```
//! use kagetsu_analysis::search::{Effort, Searcher};
//! use kagetsu_gomoku::board::{Position, Rule};
//! use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};
//! use kagetsu_kernel::StopSignal;
//!
//! let position = Position::new(BoardSize::square(15)?, Rule::Renju);
//! let centre: PointSet = [Point::at(7, 7)].into_iter().collect();
//! let effort = Effort { depth: Some(2), lines: 3, ..Effort::default() };
//! let found = Searcher::new(1).search(&position, centre, &effort, &StopSignal::new());
//! assert_eq!(found.lines.len(), 3);
//! assert!(found.lines.iter().all(|line| line.moves[0] != Point::at(7, 7)));
//! # Ok::<(), kagetsu_gomoku::geometry::UnsupportedSize>(())
//! ```
//!
//! A database: what is kept of a position is found from each of its symmetric images.
//!
//! ```
//! use kagetsu_analysis::database::entry::Entry;
//! use kagetsu_analysis::database::reader::Reader;
//! use kagetsu_analysis::database::writer::Writer;
//! use kagetsu_gomoku::board::{Position, Rule};
//! use kagetsu_gomoku::geometry::{BoardSize, Point};
//!
//! let empty = Position::new(BoardSize::square(15)?, Rule::Freestyle);
//! let (mut corner, mut other) = (empty.clone(), empty);
//! corner.play(Point::at(0, 0))?;
//! other.play(Point::at(14, 0))?;
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("notes.kdb");
//! let entry = Entry { value: Some(120), depth: 9, ..Entry::default() };
//! Writer::open_or_create(&path)?.merge(vec![entry.stored(&corner)])?;
//! let found = Reader::open(&path)?.view().get(&other)?;
//! assert_eq!(found.and_then(|entry| entry.value), Some(120));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! - [`calibration`]: from the score of a search to the probability to win, for each rule.
//! - [`book`]: openings that the engine has searched, kept in a database.
//! - [`database`]: positions with their values, labels and texts in a file.
//! - [`source`]: games from files: psq, SGF, `games.jsonl`, libraries of `RenLib`, games of Gomotur and Yixin-Board, samples
//!   of c-gomoku-cli, moves and positions as text.
//! - [`collection`]: many games together: moves, openings, positions and patterns.
//! - [`search`]: one search with bounded effort.
//! - [`review`]: the moves of a game, judged.
//! - [`report`]: what was found as JSON lines, tables, SGF and an HTML page; all are made from the same records.
//! - [`serve`]: queries of other programs on standard input or over HTTP.

pub mod book;
pub mod calibration;
pub mod collection;
pub mod database;
mod lines;
mod own_symmetries;
pub mod report;
pub mod review;
pub mod search;
pub mod serve;
pub mod source;
