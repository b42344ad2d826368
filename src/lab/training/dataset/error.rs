//! Errors of games, of reading a dataset and of writing one.

use std::io;

use kagetsu_gomoku::board::IllegalMove;

/// What is wrong with a game, in one sentence without its number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameDefect(String);

impl GameDefect {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A move against the rule, by its number in the game, from one.
    pub(super) fn illegal(number: usize) -> impl Fn(IllegalMove) -> Self {
        move |reason| Self(format!("move {number}: {reason}"))
    }

    /// The game goes on after the move of this number, from one.
    pub(super) fn after_the_end(number: usize) -> Self {
        Self(format!("it goes on after move {number}, which ends it"))
    }
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
    /// What is wrong with the header, a game, a block or their order, in one sentence.
    #[error("{0}")]
    Malformed(String),
    /// The checksum of the games of a block is wrong.
    #[error("damaged: the checksum of block {0} is wrong")]
    BlockChecksum(u64),
    /// The end mark is missing.
    #[error("cut off: it ends after {0} games without an end mark")]
    CutOff(u64),
}

impl ReadDatasetError {
    pub(super) fn malformed(text: impl Into<String>) -> Self {
        Self::Malformed(text.into())
    }

    /// The game of this number, from zero, cannot be decoded, or breaks the rule.
    pub(super) fn game(number: u64, fault: &GameDefect) -> Self {
        Self::Malformed(format!("game {number}: {fault}"))
    }
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
    /// Writing fails. The error of a file has its name.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Why the file or a game is not written, in one sentence.
    #[error("{0}")]
    Refused(String),
}

impl WriteDatasetError {
    /// The game of this number, from zero, does not fit the dataset.
    pub fn game(number: u64, fault: &GameDefect) -> Self {
        Self::Refused(format!("game {number}: {fault}"))
    }
}
