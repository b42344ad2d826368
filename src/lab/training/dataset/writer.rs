//! Writes a dataset, or continues one that was not finished.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use kagetsu_kernel::file::require_regular_file;
use kagetsu_kernel::{FileLock, ShowPath as _};

use super::block::{BlockReader, block_bytes};
use super::codec::encode;
use super::error::{ReadDatasetError, WriteDatasetError};
use super::header::DatasetHeader;
use super::record::TrainingGame;

/// Number of games in a block. A writer that is killed loses at most the games of one block. With this number the heads
/// of blocks are one byte in some hundreds of the file.
const GAMES_PER_BLOCK: u32 = 128;

/// Writes games. Each block is written as a whole when it is full. [`DatasetWriter::finish`] writes the last block and
/// the end mark. A reader reports a file without end mark as cut off.
#[derive(Debug)]
pub struct DatasetWriter<W: Write = File> {
    header: DatasetHeader,
    output: W,
    /// The encoded games of the next block.
    pending: Vec<u8>,
    pending_games: u32,
    /// Number of games in the blocks that are written.
    written: u64,
    /// Keeps other processes from writing the same file.
    lock: Option<FileLock>,
}

impl DatasetWriter {
    /// Begins a new file. The file is in use as long as the writer lives.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be created, exists already or is in use.
    pub fn create(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        let lock = lock(path)?;
        Self::create_locked(path, header, lock)
    }

    /// As [`DatasetWriter::create`], in the place of a file that is there.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be created or is in use, or the note is too long.
    pub fn replace(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        // What cannot be written replaces nothing.
        header.encode()?;
        let lock = lock(path)?;
        match fs::remove_file(path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                let path = path.shown().to_string();
                Err(WriteDatasetError::Create { path, source })
            }
            _ => Self::create_locked(path, header, lock),
        }
    }

    /// Continues a file, finished or not. A block that was written only in part is removed. If there is no file, a new
    /// one is begun. The file is in use as long as the writer lives.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be read or written, is in use, has another header, or is damaged
    /// before its end.
    pub fn resume(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        let lock = lock(path)?;
        Self::resume_locked(path, header, lock)
    }

    fn create_locked(
        path: &Path,
        header: DatasetHeader,
        lock: FileLock,
    ) -> Result<Self, WriteDatasetError> {
        let create = |source: io::Error| {
            let path = path.shown().to_string();
            if source.kind() == io::ErrorKind::AlreadyExists {
                WriteDatasetError::Exists { path }
            } else {
                WriteDatasetError::Create { path, source }
            }
        };
        let file = File::create_new(path).map_err(create)?;
        let mut writer = Self::new(file, header)?;
        writer.lock = Some(lock);
        Ok(writer)
    }

    fn resume_locked(
        path: &Path,
        header: DatasetHeader,
        lock: FileLock,
    ) -> Result<Self, WriteDatasetError> {
        let name = || path.shown().to_string();
        // A pipe that nobody writes would block its reader.
        let opened = require_regular_file(path)
            .and_then(|()| OpenOptions::new().read(true).write(true).open(path));
        let mut file = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::create_locked(path, header, lock);
            }
            opened => opened.map_err(|source| WriteDatasetError::Create {
                path: name(),
                source,
            })?,
        };
        let expected = header.encode()?;
        let mut first = Vec::new();
        (&mut file)
            .take(expected.len() as u64)
            .read_to_end(&mut first)?;
        file.seek(SeekFrom::Start(0))?;
        if first.len() < expected.len() && expected.starts_with(&first) {
            // Killed before the header was written.
            file.set_len(0)?;
            let mut writer = Self::new(file, header)?;
            writer.lock = Some(lock);
            return Ok(writer);
        }
        let tail = Tail::find(&file, &header).map_err(|source| WriteDatasetError::Resume {
            path: name(),
            source,
        })?;
        if tail.header != header {
            return Err(WriteDatasetError::Other {
                path: name(),
                found: tail.header.to_string(),
                expected: header.to_string(),
            });
        }
        file.set_len(tail.end)?;
        file.seek(SeekFrom::Start(tail.end))?;
        Ok(Self {
            header,
            output: file,
            pending: tail.pending,
            pending_games: tail.pending_games,
            written: tail.written,
            lock: Some(lock),
        })
    }
}

/// Locks the file beside a dataset that keeps a second writer away.
fn lock(path: &Path) -> Result<FileLock, WriteDatasetError> {
    let name = || path.shown().to_string();
    FileLock::try_beside(path)
        .map_err(|source| WriteDatasetError::Create {
            path: name(),
            source,
        })?
        .ok_or_else(|| WriteDatasetError::Busy { path: name() })
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
            pending: Vec::new(),
            pending_games: 0,
            written: 0,
            lock: None,
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
    /// [`WriteDatasetError::Game`] when the game does not fit the board or plays a point twice. The game is then left
    /// out. [`WriteDatasetError::Write`] when writing fails.
    pub fn write(&mut self, game: &TrainingGame) -> Result<(), WriteDatasetError> {
        encode(game, self.header.size, &mut self.pending).map_err(|fault| {
            WriteDatasetError::Game {
                game: self.games(),
                fault,
            }
        })?;
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
        Ok((self.output, self.written))
    }

    /// Writes the last block and no end mark: a file to be resumed, which readers report as cut off. Returns the number of
    /// games.
    ///
    /// # Errors
    /// [`WriteDatasetError::Write`] when writing fails.
    pub fn pause(mut self) -> Result<u64, WriteDatasetError> {
        if self.pending_games > 0 {
            self.write_block()?;
        }
        Ok(self.written)
    }

    /// Writes the pending games as a block, or the end mark if there are none. One call writes the whole block, so that
    /// a killed process rarely leaves a part of it.
    fn write_block(&mut self) -> Result<(), WriteDatasetError> {
        let bytes = block_bytes(self.pending_games, self.written, &self.pending);
        self.output.write_all(&bytes)?;
        self.output.flush()?;
        self.written += u64::from(self.pending_games);
        self.pending.clear();
        self.pending_games = 0;
        Ok(())
    }
}

/// The place where a file is to be continued.
struct Tail {
    header: DatasetHeader,
    /// Offset in the file. The bytes after it are removed.
    end: u64,
    /// Number of games before this offset.
    written: u64,
    /// The games of a last block that is not full. They are written again in the next block, as without an
    /// interruption.
    pending: Vec<u8>,
    pending_games: u32,
}

impl Tail {
    /// Reads through a file. If its header is not the expected one, nothing but the header is read.
    fn find(file: &File, expected: &DatasetHeader) -> Result<Self, ReadDatasetError> {
        let mut input = BufReader::new(file);
        let (header, end) = DatasetHeader::read(&mut input)?;
        let mut tail = Self {
            header,
            end,
            written: 0,
            pending: Vec::new(),
            pending_games: 0,
        };
        if tail.header != *expected {
            return Ok(tail);
        }
        let mut blocks = BlockReader::new(input, end);
        loop {
            let block = match blocks.next_block() {
                Ok(Some(block)) => block,
                Ok(None) | Err(ReadDatasetError::CutOff(_)) => return Ok(tail),
                // After a crash of the machine the last block may have its length but not its bytes.
                Err(ReadDatasetError::BlockChecksum(_)) if blocks.has_only_zeros_left()? => {
                    return Ok(tail);
                }
                Err(error) => return Err(error),
            };
            tail.written += u64::from(tail.pending_games);
            block.check(blocks.blocks() - 1, tail.written, tail.header.size)?;
            tail.pending.clear();
            tail.pending_games = 0;
            tail.end = blocks.place();
            if block.games < GAMES_PER_BLOCK {
                tail.end = block.start;
                tail.pending = block.payload;
                tail.pending_games = block.games;
            } else {
                tail.written += u64::from(block.games);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point};

    use super::*;
    use crate::dataset::record::TrainingResult;

    fn header() -> DatasetHeader {
        DatasetHeader {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a usual size"),
            note: String::new(),
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe.kgd");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        let refused = DatasetWriter::resume(&pipe, header());
        let Err(WriteDatasetError::Create { source, .. }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(source.kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn a_second_writer_of_a_file_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let first = DatasetWriter::create(&path, header()).expect("a new file");
        let second = DatasetWriter::resume(&path, header()).expect_err("the first writer is there");
        assert!(matches!(second, WriteDatasetError::Busy { .. }), "{second}");
        first.finish().expect("the disk has room");
        DatasetWriter::resume(&path, header()).expect("the first writer has gone");
    }

    #[test]
    fn a_header_that_cannot_be_written_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        std::fs::write(&path, "old").expect("the disk has room");
        let long = DatasetHeader {
            note: "x".repeat(1 << 17),
            ..header()
        };
        let refused = DatasetWriter::replace(&path, long);
        assert!(matches!(refused, Err(WriteDatasetError::LongNote(_))));
        let kept = std::fs::read(&path).expect("it is still there");
        assert_eq!(kept, b"old");
    }

    fn game_without_moves() -> TrainingGame {
        TrainingGame {
            opening: Vec::new(),
            plies: Vec::new(),
            tree: Vec::new(),
            result: TrainingResult::Draw,
            scored: true,
        }
    }

    #[test]
    fn zeros_after_a_crash_are_cut_off_wherever_they_begin() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let mut payload = Vec::new();
        for _ in 0..GAMES_PER_BLOCK {
            // Its bytes are not all zero.
            let game = TrainingGame {
                opening: vec![Point::at(7, 7)],
                ..game_without_moves()
            };
            encode(&game, header().size, &mut payload).expect("a game");
        }
        let mut bytes = header().encode().expect("a short note");
        bytes.extend(block_bytes(GAMES_PER_BLOCK, 0, &payload));
        let whole = bytes.len();
        bytes.extend(block_bytes(
            GAMES_PER_BLOCK,
            GAMES_PER_BLOCK.into(),
            &payload,
        ));
        for kept in [0, 1, 10, 27, 28, 40] {
            let mut damaged = bytes[..whole + kept].to_vec();
            damaged.resize(bytes.len() + 5000, 0);
            std::fs::write(&path, &damaged).expect("the disk has room");
            let writer = DatasetWriter::resume(&path, header()).expect("it is cut off");
            assert_eq!(
                writer.games(),
                u64::from(GAMES_PER_BLOCK),
                "{kept} bytes kept"
            );
        }
    }

    #[test]
    fn a_block_that_says_a_wrong_number_of_games_is_not_repaired() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let mut payload = Vec::new();
        let game = game_without_moves();
        for _ in 0..3 {
            encode(&game, header().size, &mut payload).expect("a game without moves");
        }
        for claimed in [2, 3, 4, GAMES_PER_BLOCK] {
            let mut bytes = header().encode().expect("a short note");
            bytes.extend(block_bytes(claimed, 0, &payload));
            std::fs::write(&path, &bytes).expect("the disk has room");
            let resumed = DatasetWriter::resume(&path, header());
            assert_eq!(resumed.is_ok(), claimed == 3, "{claimed} games claimed");
            let after = std::fs::read(&path).expect("the file");
            assert!(
                claimed == 3 || after == bytes,
                "a refused file is unchanged"
            );
        }
    }
}
