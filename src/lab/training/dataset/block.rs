//! Blocks of games: the units in which a file is written and checked.

use std::io::Read;

use kagetsu_gomoku::geometry::BoardSize;

use super::codec::decode;
use super::error::ReadDatasetError;
use super::header::read_up_to;

/// Number of games in a block. A writer that is killed loses at most the games of one block. With this number the heads
/// of blocks are one byte in some hundreds of the file.
pub(super) const GAMES_PER_BLOCK: u32 = 128;
const MARK: [u8; 4] = *b"KGDB";
/// Length of the head of a block, in bytes.
pub(super) const HEAD_BYTES: usize = 28;
/// Number of bytes of the head that its checksum covers.
const COVERED_BYTES: usize = 24;

/// The head of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockHeader {
    /// Number of games in the block. Zero for the end mark.
    games: u32,
    /// Number of bytes after the head.
    length: u32,
    /// Number of games in the blocks before this one.
    before: u64,
    /// CRC-32 of the bytes after the head.
    checksum: u32,
}

impl BlockHeader {
    fn encode(self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.length.to_le_bytes());
        bytes.extend(self.before.to_le_bytes());
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8; HEAD_BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let (words, _) = bytes[at..].as_chunks::<4>();
            u32::from_le_bytes(words[0])
        };
        let whole = bytes[..MARK.len()] == MARK
            && crc32fast::hash(&bytes[..COVERED_BYTES]) == word(COVERED_BYTES);
        whole.then(|| Self {
            games: word(4),
            length: word(8),
            before: u64::from(word(12)) | u64::from(word(16)) << u32::BITS,
            checksum: word(20),
        })
    }
}

/// The bytes of a block. A block without games is the end mark.
pub(super) fn block_bytes(games: u32, before: u64, payload: &[u8]) -> Vec<u8> {
    let head = BlockHeader {
        games,
        length: payload.len() as u32,
        before,
        checksum: crc32fast::hash(payload),
    };
    let mut bytes = head.encode();
    bytes.extend(payload);
    bytes
}

/// The contents of a block that was read.
#[derive(Clone, Debug)]
pub(super) struct GameBlock {
    pub(super) games: u32,
    pub(super) payload: Vec<u8>,
    /// Offset of its first byte in the file.
    pub(super) start: u64,
}

impl GameBlock {
    /// Decodes all games, to see whether there are as many as the block says. `number` is that of the block, and
    /// `first` that of its first game.
    ///
    /// # Errors
    /// [`ReadDatasetError`] when a game is damaged, or bytes follow the last one.
    pub(super) fn check(
        &self,
        number: u64,
        first: u64,
        size: BoardSize,
    ) -> Result<(), ReadDatasetError> {
        let mut rest = self.payload.as_slice();
        for game in first..first + u64::from(self.games) {
            decode(&mut rest, size).map_err(|fault| ReadDatasetError::game(game, &fault))?;
        }
        if rest.is_empty() {
            Ok(())
        } else {
            Err(long_block(number))
        }
    }
}

/// The error of a block, by its number, that has bytes after its last game.
pub(super) fn long_block(number: u64) -> ReadDatasetError {
    let text = format!("damaged: block {number} has more bytes than its games");
    ReadDatasetError::Malformed(text)
}

/// Reads block after block.
#[derive(Debug)]
pub(super) struct BlockReader<R> {
    input: R,
    /// Offset in the file after the last block that was read.
    place: u64,
    /// Number of blocks read so far.
    blocks: u64,
    /// Number of games read so far.
    games: u64,
}

impl<R: Read> BlockReader<R> {
    /// A reader of the blocks that begin at the offset `place` of the file.
    pub(super) const fn new(input: R, place: u64) -> Self {
        Self {
            input,
            place,
            blocks: 0,
            games: 0,
        }
    }

    /// Number of blocks that have been read.
    pub(super) const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Offset in the file after the last good block.
    pub(super) const fn place(&self) -> u64 {
        self.place
    }

    /// The next block. `None` for the end mark.
    ///
    /// # Errors
    /// [`ReadDatasetError`] when reading fails, the block is damaged, or bytes follow the end mark.
    pub(super) fn next_block(&mut self) -> Result<Option<GameBlock>, ReadDatasetError> {
        let mut bytes = [0; HEAD_BYTES];
        if read_up_to(&mut self.input, &mut bytes)? < HEAD_BYTES {
            return Err(ReadDatasetError::CutOff(self.games));
        }
        let block = self.blocks;
        let Some(head) = BlockHeader::decode(&bytes) else {
            // New games of the last block are written behind it before its head counts them.
            let is_growing =
                !self.games.is_multiple_of(GAMES_PER_BLOCK.into()) && !bytes.starts_with(&MARK);
            // After a crash of the machine a file may have its length but not its last bytes, which are zero then.
            let ends_with_zero = bytes[HEAD_BYTES - 1] == 0;
            let is_cut_off = is_growing || ends_with_zero && self.has_only_zeros_left()?;
            return Err(if is_cut_off {
                ReadDatasetError::CutOff(self.games)
            } else {
                ReadDatasetError::malformed(format!(
                    "damaged: the head of block {block} is not one"
                ))
            });
        };
        if head.before != self.games {
            return Err(ReadDatasetError::malformed(format!(
                "damaged: block {block} begins with game {} where game {} is due",
                head.before, self.games
            )));
        }
        // A false length takes no more memory than the input has bytes.
        let mut payload = Vec::new();
        (&mut self.input)
            .take(u64::from(head.length))
            .read_to_end(&mut payload)?;
        if payload.len() < head.length as usize {
            return Err(ReadDatasetError::CutOff(self.games));
        }
        if crc32fast::hash(&payload) != head.checksum {
            return Err(ReadDatasetError::BlockChecksum(block));
        }
        if head.games == 0 {
            return if payload.is_empty() && self.is_at_end()? {
                Ok(None)
            } else {
                Err(ReadDatasetError::malformed(
                    "damaged: there is more after the end mark",
                ))
            };
        }
        let start = self.place;
        self.place += (HEAD_BYTES + payload.len()) as u64;
        self.blocks += 1;
        self.games += u64::from(head.games);
        Ok(Some(GameBlock {
            games: head.games,
            payload,
            start,
        }))
    }

    /// True if all bytes that are left are zero, or there are none. Reads them.
    pub(super) fn has_only_zeros_left(&mut self) -> Result<bool, ReadDatasetError> {
        let mut bytes = [0; 4096];
        loop {
            let count = read_up_to(&mut self.input, &mut bytes)?;
            if bytes[..count].iter().any(|&byte| byte != 0) {
                return Ok(false);
            }
            if count < bytes.len() {
                return Ok(true);
            }
        }
    }

    /// True if no byte is left. Reads one byte.
    fn is_at_end(&mut self) -> Result<bool, ReadDatasetError> {
        Ok(read_up_to(&mut self.input, &mut [0])? == 0)
    }
}
