//! Errors of reading samples.

use std::io;

use kagetsu_gomoku::geometry::ParsePointError;

/// Why a file of samples is refused.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Reading fails.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// What is wrong with the file, in one sentence.
    #[error("{0}")]
    Malformed(String),
}

/// For `map_err`: the error of a sample, or of a game of the form binpack, by its number, from one.
pub(super) fn sample_error(number: u64) -> impl FnOnce(SampleFault) -> ImportError {
    move |fault| ImportError::Malformed(format!("sample {number}: {fault}"))
}

/// What is wrong with a sample, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SampleFault(String);

impl SampleFault {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The file ends inside the sample.
    pub(super) fn cut_off() -> Self {
        Self::new("it is cut off; those before it are whole")
    }
}

impl From<ParsePointError> for SampleFault {
    fn from(error: ParsePointError) -> Self {
        Self(error.to_string())
    }
}
