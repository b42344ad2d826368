//! Why a game or a position cannot be read.

use kagetsu_kernel::counted;
use std::fmt;

use kagetsu_gomoku::board::PositionError;

use crate::jsonl::JournalError;
use crate::psq::PsqError;
use crate::record::MovesError;
use crate::sgf::SgfFault;
use crate::text_forms::error::PositionTextError;

use super::kind::Kind;

/// A game or a position that cannot be read.
#[derive(Debug)]
pub struct ReadError {
    /// The kind of the text or file.
    pub kind: Kind,
    /// Number of the game in the file or of its line, from one; zero for a text that is one position.
    pub number: usize,
    /// What is wrong with it.
    pub fault: ReadFault,
}

impl ReadError {
    /// What is wrong with a text or file as a whole.
    pub(crate) fn of_whole(kind: Kind, fault: ReadFault) -> Self {
        Self {
            kind,
            number: 0,
            fault,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.kind.is_typed() && self.kind != Kind::Unknown {
            write!(f, "{}, ", self.kind)?;
        }
        if self.number > 0 {
            write!(f, "{}: ", self.kind.place(self.number))?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// What is wrong with a game or a position.
#[derive(Debug, thiserror::Error)]
pub enum ReadFault {
    /// It is not in the form of Piskvork.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// It is a damaged game of Gomotur or Yixin-Board, a damaged library, or a damaged text of samples.
    #[error("{0}")]
    Damaged(String),
    /// It is no game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfFault),
    /// The file is no journal of a tournament.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The moves of a record cannot be read.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] PositionTextError),
    /// A stone cannot be put where it shall be.
    #[error(transparent)]
    Stone(#[from] PositionError),
    /// A position after more moves than there are is asked for.
    #[error("it has {}: there is no position after move {asked}", counted(*moves, "move"))]
    After {
        /// The moves that it has.
        moves: usize,
        /// The wanted number.
        asked: usize,
    },
    /// The file is not text, and in no form that is known.
    #[error(
        "it is in no form that is known: expected SGF, psq, RenLib, games.jsonl, PGN with moves, or a text with moves such as h8 i9 or a picture of the board"
    )]
    Form,
    /// The file is no text, and its kind is known.
    #[error("it is {0}")]
    Binary(String),
    /// The file is one value of JSON over several lines.
    #[error("it is {0}")]
    Json(&'static str),
    /// The file is PGN without moves.
    #[error("the PGN holds a result and no moves")]
    NoMoves,
    /// A link without a position.
    #[error("there is no position in the link: expected its end to be such as #h8i9j10")]
    Link,
    /// The compressed file cannot be used.
    #[error("the compressed file is damaged: {0}")]
    Compression(String),
    /// The compressed file is too large.
    #[error("the compressed file holds more than {0} MiB")]
    TooLarge(u64),
    /// There is no game in the file.
    #[error("there is no game in it")]
    Nothing,
    /// There are too many games.
    #[error("there are more than {0} in it: give them in parts")]
    TooMany(usize),
    /// There are several games, and one is wanted.
    #[error("there is more than one game in it, and one is wanted here")]
    Several,
}
