//! The files in which games are kept, one format to a file. Each writer turns one [`GameRecord`](super::GameRecord)
//! into text; where it is put is the caller's business, except for the journal, which must survive being killed.

pub mod jsonl;
pub mod pgn;
pub mod psq;
pub mod sgf;
mod text;

pub use jsonl::{Journal, JournalError, SoundPart};
pub use pgn::write_pgn;
pub use psq::{PsqError, PsqGame, read_psq, write_psq};
pub use sgf::{SgfError, SgfFault, SgfGame, read_sgf, write_sgf};
