//! Errors of reading samples.

use std::io;

use kagetsu_gomoku::board::IllegalMove;
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, UnsupportedSize};
use kagetsu_kernel::counted;

/// Why a file of samples is refused.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Reading fails.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The frame of LZ4 is damaged or cut off.
    #[error("cannot unpack (lz4): {0}")]
    Compression(io::Error),
    /// Rule or size is not given for samples that do not name them.
    #[error("samples in the form csv name neither rule nor board: give --rule and --size")]
    UnknownKind,
    /// There is no sample of the wanted kind.
    #[error("it has no samples of {wanted}, but {}", counted(*others, "other"))]
    NoneWanted {
        /// The rule and the size that are wanted, as far as they are known.
        wanted: String,
        /// Number of other samples.
        others: u64,
    },
    /// There is nothing in it.
    #[error("it has no samples")]
    Empty,
    /// A sample is wrong.
    #[error("sample {number}: {fault}")]
    Sample {
        /// The sample, or the game of the form binpack, from one.
        number: u64,
        /// What is wrong with it.
        fault: SampleFault,
    },
}

/// For `map_err`: the error of a sample.
pub(super) fn sample_error(number: u64) -> impl FnOnce(SampleFault) -> ImportError {
    move |fault| ImportError::Sample { number, fault }
}

/// What is wrong with a sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleFault {
    /// The file ends inside the sample.
    #[error("it is cut off; those before it are whole")]
    CutOff,
    /// The line is not a position, a move and a result.
    #[error("'{0}' is not position,move,result such as h8i9,j10,2")]
    Line(String),
    /// The line has more characters than any sample.
    #[error("the line is longer than any sample")]
    LongLine,
    /// A word that names no point.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// A number that stands for no rule.
    #[error("{0} is not the number of a rule")]
    Rule(u8),
    /// A size that is not supported.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// A number that stands for no result.
    #[error(
        "{0} is not a result: expected 0 for a loss, 1 for a draw, 2 for a win of the side to move"
    )]
    Result(u8),
    /// A point outside the board.
    #[error("column {x} and row {y}, from zero, are not on the {size} board")]
    OffBoard {
        /// The column, from zero.
        x: u16,
        /// The row, from zero at the top.
        y: u16,
        /// The board.
        size: BoardSize,
    },
    /// A sample of another rule or size than those before.
    #[error(
        "it is of {found}, those before are of {expected}: --rule and --size take those of one kind"
    )]
    OtherKind {
        /// Its rule and size.
        found: String,
        /// Those of the samples before.
        expected: String,
    },
    /// A move that cannot be played.
    #[error("move {number}: {source}")]
    Illegal {
        /// The move, from one.
        number: usize,
        /// Why it is refused.
        source: IllegalMove,
    },
    /// Moves follow the end of the game.
    #[error("it goes on after move {0}, which ends the game; is it of another rule?")]
    AfterTheEnd(usize),
    /// The last move ends the game with another result.
    #[error("move {0} ends the game with another result; is it of another rule?")]
    Contradiction(usize),
    /// Black makes a move that the rule forbids, and White does not win.
    #[error("move {0} is forbidden to Black, and White does not win; is it of another rule?")]
    UnpunishedFoul(usize),
    /// The numbers of moves in the head of a game disagree.
    #[error("it has {found} stones at its end where {expected} are due")]
    Stones {
        /// Stones of the opening and moves that were played.
        found: usize,
        /// What the head says.
        expected: usize,
    },
    /// A list of moves of one search without a first one.
    #[error("a move of a search stands before the one that was played")]
    NoFirstMove,
    /// A pass.
    #[error("it has a pass, which these games do not know")]
    Pass,
}
