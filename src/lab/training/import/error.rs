//! Errors of reading samples.

use std::io;

use kagetsu_gomoku::geometry::ParsePointError;
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
