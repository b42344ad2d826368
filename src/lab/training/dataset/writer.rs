//! Writes a dataset, block by block.

use std::io::Write;

use super::block::{GAMES_PER_BLOCK, block_bytes};
use super::codec::encode;
use super::dataset_file::DatasetFile;
use super::error::WriteDatasetError;
use super::header::DatasetHeader;
use super::record::TrainingGame;

/// Writes games. Each block is written as a whole when it is full. [`DatasetWriter::finish`] writes the last block and
/// the end mark. A reader reports a file without end mark as cut off.
#[derive(Debug)]
pub struct DatasetWriter<W: Write = DatasetFile> {
    pub(super) header: DatasetHeader,
    pub(super) output: W,
    /// What is written before the next block: the header, if it is not in the file.
    pub(super) head: Vec<u8>,
    /// The encoded games of the next block.
    pub(super) pending: Vec<u8>,
    pub(super) pending_games: u32,
    /// Number of games in the blocks that are written.
    pub(super) written: u64,
}

impl<W: Write> DatasetWriter<W> {
    /// Begins a dataset.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the note is too long or writing fails.
    pub fn new(mut output: W, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        output.write_all(&header.encode()?)?;
        output.flush()?;
        Ok(Self {
            header,
            output,
            head: Vec::new(),
            pending: Vec::new(),
            pending_games: 0,
            written: 0,
        })
    }

    /// The header of the dataset.
    pub const fn header(&self) -> &DatasetHeader {
        &self.header
    }

    /// Number of games, including those of the file that is continued.
    pub const fn games(&self) -> u64 {
        self.written + self.pending_games as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`WriteDatasetError::Refused`] when the game does not fit the board or plays a point twice. The game is then left
    /// out. [`WriteDatasetError::Write`] when writing fails.
    pub fn write(&mut self, game: &TrainingGame) -> Result<(), WriteDatasetError> {
        encode(game, self.header.size, &mut self.pending)
            .map_err(|fault| WriteDatasetError::game(self.games(), &fault))?;
        self.pending_games += 1;
        if self.pending_games == GAMES_PER_BLOCK {
            self.write_block()?;
        }
        Ok(())
    }

    /// Writes the last block and the end mark. Returns the output and the number of games.
    ///
    /// # Errors
    /// [`WriteDatasetError::Write`] when writing fails.
    pub fn finish(mut self) -> Result<(W, u64), WriteDatasetError> {
        if self.pending_games > 0 {
            self.write_block()?;
        }
        self.write_block()?;
        self.output.flush()?;
        Ok((self.output, self.written))
    }

    /// Writes the pending games as a block, or the end mark if there are none. One call writes the whole block, so that
    /// a killed process rarely leaves a part of it.
    pub(super) fn write_block(&mut self) -> Result<(), WriteDatasetError> {
        let block = block_bytes(self.pending_games, self.written, &self.pending);
        self.output
            .write_all(&[&self.head[..], &block[..]].concat())?;
        self.head.clear();
        self.written += u64::from(self.pending_games);
        self.pending.clear();
        self.pending_games = 0;
        Ok(())
    }
}
