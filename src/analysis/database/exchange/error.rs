//! Why bytes are no such database.

use std::io;

/// Most unpacked bytes of a file.
pub const MAX_BYTES: u64 = 1 << 30;

/// Why bytes are no such database.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// The file ends within a record.
    #[error("the file breaks off at byte {0}")]
    Truncated(u64),
    /// Bytes are left when all records are read.
    #[error("{0} bytes follow the last record")]
    Surplus(u64),
    /// A record makes no sense.
    #[error("record {index}: {reason}")]
    Record {
        /// Number of the record, from one; in the form as text the number of the line.
        index: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The compressed file is damaged.
    #[error("the compressed file is damaged: {0}")]
    Compression(String),
    /// The file is too large.
    #[error("the file has more than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
}
