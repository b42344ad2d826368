//! Review of whole games by the engine: which moves were mistakes, how much each cost in the probability to win, and
//! what was better.
//!
//! # Layers
//!
//! - [`calibration`]: from the score of a search to the probability to win, for each rule.
//! - [`book`]: openings that the engine has searched, kept in a database.
//! - [`database`]: positions with their values, labels and texts in a file.
//! - [`source`]: games from files: psq, SGF, `games.jsonl`, libraries of `RenLib`, moves and positions as text.
//! - [`search`]: one search with bounded effort.
//! - [`review`]: the moves of a game, judged.
//! - [`report`]: what was found as JSON lines, tables, SGF and an HTML page; all are made from the same records.
//! - [`serve`]: queries on standard input, answers on standard output.

pub mod book;
pub mod calibration;
pub mod database;
pub mod report;
pub mod review;
pub mod search;
pub mod serve;
pub mod source;
