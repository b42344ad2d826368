//! Positions and games as text, with one module for each format. Each writer turns one [`GameRecord`] into text, and
//! the caller writes the file. Only the journal writes its own file, because it must stay valid if the program is
//! killed.
//!
//! ```
//! use kagetsu_notation::position_text::parse_position;
//! use kagetsu_notation::read_psq;
//! use kagetsu_notation::reader::ReadOptions;
//!
//! let position = parse_position("h8i7", &ReadOptions::default())?;
//! let game = read_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,120\n-1\n")?;
//! let points: Vec<_> = position.stones().iter().map(|&(point, _)| point).collect();
//! assert_eq!(game.moves, points);
//! assert_eq!(game.ms, [0, 120]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod canonical;
pub mod encoding;
mod gomotur;
pub mod jsonl;
pub mod lz4;
mod pgn;
pub mod position_text;
pub mod psq;
mod read_options;
pub mod reader;
pub mod record;
pub mod renlib;
mod rule_names;
pub(crate) mod ruleset;
mod sampled;
pub mod sgf;
mod text;
pub mod text_form;
mod text_forms;
mod yixin_save;

pub use canonical::CanonicalKey;
pub use jsonl::{Journal, JournalError, ReadableRecords};
pub use pgn::write_pgn;
pub use psq::{PsqError, PsqGame, read_psq, write_psq};
pub use record::{Fault, FaultKind, GameRecord, GameResult, MovesError, Reason, WinKind};
pub use ruleset::Ruleset;
pub use sgf::{
    SgfCollection, SgfError, SgfFault, SgfGame, SgfMainLine, SgfMark, SgfMove, SgfNode, SgfNodes,
    SgfNote, SgfOptions, SgfRoot, SgfTree, read_sgf, read_sgf_tree, read_sgf_with, sgf_letters,
    write_sgf, write_sgf_moves, write_sgf_tree,
};
pub use text::{OPENING_COMMENT, blank_controls, narrow};
