//! What was found, in several forms. All of them are made from the records of `record.rs`, which are also the
//! JSON lines.

mod faults;
mod html;
mod journal;
mod record;
mod sgf;
mod summary;
mod table;
#[cfg(test)]
mod tests;

pub use faults::positions_before_faults;
pub use html::page;
pub use journal::{ReadableReview, Record, read_journal};
pub(crate) use record::end_name;
pub use record::{
    EffortRecord, GameHead, LineRecord, MoveRecord, PlayedRecord, SCHEMA, ScoreRecord, SearchName,
    StartRecord, TreeMoveRecord, tree_records,
};
pub use sgf::sgf;
pub use summary::{GameReport, GameSummary, PlayerSummary};
pub use table::{moves_table, players_table, title, tree_table};
