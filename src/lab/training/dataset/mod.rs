//! Training data: games with the scores of the search, and the file format that stores them.
//!
//! # The format `.kgd`
//!
//! One file holds games by one rule on boards of one size. All numbers are little-endian. A file is a header, blocks
//! of games, and an end mark. `protocol-docs/dataset.md` describes it byte by byte for other programs.
//!
//! Every byte is covered by a CRC-32: that of the header, that of the head of a block, or that of its games. A block
//! stores how many games come before it, so that missing, repeated and exchanged blocks are found. The end mark is a
//! block without games. It tells a finished file from one that was cut off.
//!
//! Each block is written as a whole, and one that grows keeps its old head until its new games are there. A writer that is
//! killed leaves whole blocks and perhaps the beginning of another, or games that no head counts yet.
//! [`DatasetWriter::resume`] removes them and continues the file. The file then gets the same bytes as without the
//! interruption.

mod block;
mod codec;
mod dataset_file;
mod error;
mod file_writer;
mod header;
mod packed;
mod positions;
mod reader;
mod record;
mod replay;
mod tally;
mod thin;
mod writer;

pub use dataset_file::DatasetFile;
pub use error::{GameDefect, ReadDatasetError, WriteDatasetError};
pub use header::DatasetHeader;
pub(crate) use header::read_up_to;
pub use packed::PackedGames;
pub use positions::PositionNumbers;
pub use reader::DatasetReader;
pub use record::{Alternative, TrainingGame, TrainingMove, TrainingResult, TreePosition};
pub use tally::DatasetCounts;
pub use thin::Thinner;
pub use writer::DatasetWriter;
