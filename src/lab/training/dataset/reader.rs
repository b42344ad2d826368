//! Reading a dataset, one game after the other.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::require_regular_file;

use super::block::{BlockReader, GameBlock, long_block};
use super::codec::decode;
use super::error::{GameDefect, ReadDatasetError};
use super::header::DatasetHeader;
use super::record::TrainingGame;
use super::replay;

/// An iterator over the games of a dataset. It ends after the first error, such as a point that is played twice or off the
/// board.
///
/// Damage is found only when the reader reaches it. To check a whole file, read it to its end.
#[derive(Debug)]
pub struct DatasetReader<R = BufReader<File>> {
    header: DatasetHeader,
    blocks: BlockReader<R>,
    /// The encoded games of the present block.
    payload: Vec<u8>,
    /// Number of bytes of `payload` that are decoded.
    at: usize,
    /// Number of games of the present block that are not decoded yet.
    left: u32,
    /// Number of games read so far.
    games: u64,
    /// Are games replayed by the rule?
    is_checked: bool,
    ended: bool,
}

impl DatasetReader {
    /// Opens a file.
    ///
    /// # Errors
    /// [`ReadDatasetError`] when the file cannot be opened or does not begin with the header of a dataset.
    pub fn open(path: &Path) -> Result<Self, ReadDatasetError> {
        let open = || require_regular_file(path).and_then(|()| File::open(path));
        let file = open().map_err(|source| ReadDatasetError::Open {
            path: path.shown().to_string(),
            source,
        })?;
        Self::new(BufReader::new(file))
    }
}

impl<R: Read> DatasetReader<R> {
    /// Reads the header of a dataset.
    ///
    /// # Errors
    /// [`ReadDatasetError`] when the input does not begin with the header of a dataset.
    pub fn new(mut input: R) -> Result<Self, ReadDatasetError> {
        let (header, bytes) = DatasetHeader::read(&mut input)?;
        Ok(Self {
            header,
            blocks: BlockReader::new(input, bytes),
            payload: Vec::new(),
            at: 0,
            left: 0,
            games: 0,
            is_checked: false,
            ended: false,
        })
    }

    /// Also replays every game by the rule. A game is an error when a move is illegal, when moves follow its end, or
    /// when its last move ends it with another result than the one stored.
    #[must_use]
    pub fn checked(mut self) -> Self {
        self.is_checked = true;
        self
    }

    /// The header of the dataset.
    pub const fn header(&self) -> &DatasetHeader {
        &self.header
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, ReadDatasetError> {
        if self.left == 0 {
            if self.at < self.payload.len() {
                return Err(long_block(self.blocks.blocks() - 1));
            }
            let Some(GameBlock { games, payload, .. }) = self.blocks.next_block()? else {
                return Ok(None);
            };
            self.left = games;
            self.payload = payload;
            self.at = 0;
        }
        let fault = |fault: GameDefect| ReadDatasetError::game(self.games, &fault);
        let mut rest = &self.payload[self.at..];
        let game = decode(&mut rest, self.header.size).map_err(fault)?;
        if self.is_checked {
            replay::check(&game, &self.header).map_err(fault)?;
        }
        self.at = self.payload.len() - rest.len();
        self.left -= 1;
        self.games += 1;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for DatasetReader<R> {
    type Item = Result<TrainingGame, ReadDatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_game().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
