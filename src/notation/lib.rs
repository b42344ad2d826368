//! Positions and games as text, one format to a file. Each writer turns one [`GameRecord`] into text; where it is put
//! is the caller's business, except for the journal, which must survive being killed.

mod block_text;
pub mod canonical;
pub mod jsonl;
pub mod pgn;
mod picture_text;
mod position_input;
pub mod position_text;
pub mod psq;
pub mod record;
pub mod sgf;
mod text;
pub mod text_form;

pub use canonical::CanonicalKey;
pub use jsonl::{Journal, JournalError, ReadableRecords};
pub use pgn::write_pgn;
pub use psq::{PsqError, PsqGame, read_psq, write_psq};
pub use record::{Fault, FaultKind, GameRecord, GameResult, MovesError, Reason};
pub use sgf::{SgfError, SgfFault, SgfGame, read_sgf, write_sgf};
