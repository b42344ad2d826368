//! Errors of games, of reading a dataset and of writing one.

use std::io;
use std::string::FromUtf8Error;

use kagetsu_gomoku::board::IllegalMove;
use kagetsu_gomoku::geometry::{Point, UnsupportedSize};

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameDefect {
    /// The bytes end inside the game.
    #[error("it is cut off")]
    CutOff,
    /// A number takes more bytes than any number in the format.
    #[error("a number is too long")]
    LongNumber,
    /// A byte that stands for no result.
    #[error("{0} is not a result")]
    Result(u8),
    /// A cell that is not on the board.
    #[error("cell {0} is not on the board")]
    Cell(usize),
    /// A score outside its range.
    #[error("{0} is not a score")]
    Score(i64),
    /// A point outside the board.
    #[error("column and row {0:?}, from zero, are not on the board")]
    OffBoard(Point),
    /// A point that is played twice.
    #[error("the point in column and row {0:?}, from zero, is played twice")]
    Twice(Point),
    /// The list of alternatives is longer than the format allows.
    #[error("move {0} has too many alternatives")]
    Alternatives(usize),
    /// A position of a search tree that begins at no move of its game.
    #[error("it has a position from the tree of move {0}, from zero, which it does not have")]
    TreeStart(u64),
    /// Positions of search trees that are not in the order of their starts.
    #[error("its positions from search trees are out of order")]
    TreeOrder,
    /// A score, an alternative or a position of a tree in a game that is marked as one without scores.
    #[error("it has scores, and is marked as a game without scores")]
    Unscored,
    /// A move against the rule.
    #[error("move {number}: {source}")]
    Illegal {
        /// Number of the move in the game, from one.
        number: usize,
        /// Why it is refused.
        source: IllegalMove,
    },
    /// The game goes on after its end.
    #[error("it goes on after move {0}, which ends it")]
    AfterTheEnd(usize),
    /// The last move ends the game with another result than the one stored.
    #[error("its last move contradicts its result")]
    Contradiction,
}

/// Errors of reading a dataset.
#[derive(Debug, thiserror::Error)]
pub enum ReadDatasetError {
    /// The file cannot be opened.
    #[error("cannot open '{path}': {source}")]
    Open {
        /// The file.
        path: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// Reading fails.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The file does not begin with the signature of a dataset.
    #[error("not a dataset: it does not begin with the signature of one")]
    Signature,
    /// A version that this program does not know.
    #[error("version {0} of the format is unknown")]
    Version(u16),
    /// The file ends inside its header.
    #[error("damaged: it ends inside its header")]
    ShortHeader,
    /// The checksum of the header is wrong, or its note is longer than allowed.
    #[error("damaged: the checksum of the header is wrong")]
    HeaderChecksum,
    /// A number that stands for no rule.
    #[error("{0} is not the number of a rule")]
    Rule(u8),
    /// A board size that is not supported.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The note is not UTF-8 text.
    #[error("the note of the header is not UTF-8: {0}")]
    Note(#[from] FromUtf8Error),
    /// The head of a block has a wrong mark or checksum.
    #[error("damaged: the head of block {0} is not one")]
    BlockHead(u64),
    /// The checksum of the games of a block is wrong.
    #[error("damaged: the checksum of block {0} is wrong")]
    BlockChecksum(u64),
    /// A block is missing, repeated or in another place.
    #[error("damaged: block {block} begins with game {found} where game {expected} is due")]
    Order {
        /// The block, from zero.
        block: u64,
        /// Number of the expected game, from zero.
        expected: u64,
        /// Number of the first game that the block states.
        found: u64,
    },
    /// The end mark is missing.
    #[error("cut off: it ends after {0} games without an end mark")]
    CutOff(u64),
    /// There are bytes after the end mark.
    #[error("damaged: there is more after the end mark")]
    AfterTheEnd,
    /// A block has bytes after its last game.
    #[error("damaged: block {0} has more bytes than its games")]
    LongBlock(u64),
    /// A game cannot be decoded, or breaks the rule.
    #[error("game {game}: {fault}")]
    Game {
        /// The game, from zero.
        game: u64,
        /// What is wrong with it.
        fault: GameDefect,
    },
}

/// Errors of writing a dataset.
#[derive(Debug, thiserror::Error)]
pub enum WriteDatasetError {
    /// The file cannot be created, or opened to be replaced or continued, or another process writes it.
    #[error("cannot create '{path}': {source}")]
    Create {
        /// The file.
        path: String,
        /// Why it cannot.
        source: io::Error,
    },
    /// The file is there already.
    #[error(
        "'{path}' exists already: give another name, --resume to go on with it, or --force to replace it"
    )]
    Exists {
        /// The file.
        path: String,
    },
    /// Writing fails. The error of a file has its name.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// The note is too long.
    #[error("a note of {0} bytes is too long")]
    LongNote(usize),
    /// The file that is to be continued is damaged.
    #[error("cannot go on with '{path}': {source}")]
    Resume {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: ReadDatasetError,
    },
    /// The file that is to be continued has another header.
    #[error("cannot go on with '{path}', which was made otherwise: {found}, not {expected}")]
    Other {
        /// The file.
        path: String,
        /// Its header.
        found: String,
        /// The header that was expected.
        expected: String,
    },
    /// The game does not fit the dataset.
    #[error("game {game}: {fault}")]
    Game {
        /// The game, from zero.
        game: u64,
        /// What is wrong with it.
        fault: GameDefect,
    },
}
