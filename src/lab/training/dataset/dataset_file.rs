//! The file of a dataset that is being written. It knows nothing of games.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use kagetsu_kernel::{FileLock, ShowPath as _};

/// A file whose old end stays until something is written in its place: a writer that is killed before has lost nothing. What
/// is flushed is on the disk. Its errors have its name.
#[derive(Debug)]
pub struct DatasetFile {
    file: File,
    name: String,
    /// What the next write takes the place of.
    old: Option<OldBlock>,
    /// When a block that was not full was written last.
    pub(super) saved: Instant,
    /// Keeps other processes from writing the same file.
    _lock: FileLock,
}

/// A block that a longer one is to replace, which begins with the same games.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldBlock {
    /// Offset of its first byte in the file.
    pub(super) start: u64,
    /// Number of its bytes. Zero where none is there.
    pub(super) length: usize,
}

impl OldBlock {
    /// The offset behind it.
    const fn end(self) -> u64 {
        self.start + self.length as u64
    }

    /// The parts of its successor with their offsets, in the order in which they are written. The last part differs from what
    /// is there only in the head of the block: until it is written, the old block is whole.
    fn parts(self, new: &[u8]) -> [(u64, &[u8]); 2] {
        let (begin, rest) = new.split_at(self.length);
        [(self.end(), rest), (self.start, begin)]
    }
}

impl DatasetFile {
    /// The file to go on with at this place.
    pub(super) fn new(path: &Path, file: File, old: OldBlock, lock: FileLock) -> Self {
        Self {
            file,
            name: path.shown().to_string(),
            old: Some(old),
            saved: Instant::now(),
            _lock: lock,
        }
    }

    /// Cuts off what is behind the old block.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        let end = self.old.map_or(Ok(()), |old| self.file.set_len(old.end()));
        end.map_err(named(&self.name))
    }

    /// Writes a block that a longer one is to replace.
    pub(super) fn write_for_now(&mut self, block: &[u8]) -> io::Result<()> {
        self.write_all(block)?;
        self.flush()?;
        let length = block.len();
        let start = self.file.stream_position()? - length as u64;
        self.old = Some(OldBlock { start, length });
        Ok(())
    }

    fn replace(&mut self, old: OldBlock, new: &[u8]) -> io::Result<()> {
        self.file.set_len(old.end())?;
        for (place, part) in old.parts(new) {
            self.file.seek(SeekFrom::Start(place))?;
            self.file.write_all(part)?;
            // After a crash of the machine no head tells of games that are not on the disk.
            self.file.sync_data()?;
        }
        self.file.seek(SeekFrom::End(0))?;
        self.old = None;
        Ok(())
    }
}

impl Write for DatasetFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.old {
            Some(old) => self.replace(old, bytes).map(|()| bytes.len()),
            None => self.file.write(bytes),
        };
        written.map_err(named(&self.name))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.sync_data().map_err(named(&self.name))
    }
}

fn named(name: &str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("'{name}': {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point};

    use super::*;
    use crate::dataset::block::{GAMES_PER_BLOCK, HEAD_BYTES, block_bytes};
    use crate::dataset::codec::encode;
    use crate::dataset::{
        DatasetHeader, DatasetReader, DatasetWriter, ReadDatasetError, TrainingGame, TrainingResult,
    };

    #[test]
    fn a_writer_that_fails_after_any_byte_has_lost_no_saved_game() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let header = DatasetHeader {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a usual size"),
            note: String::new(),
        };
        let game = TrainingGame {
            opening: vec![Point::at(7, 7)],
            plies: Vec::new(),
            tree: Vec::new(),
            result: TrainingResult::Draw,
            scored: true,
        };
        let block = |games: u32| {
            let mut payload = Vec::new();
            for _ in 0..games {
                encode(&game, header.size, &mut payload).expect("a game");
            }
            block_bytes(games, 0, &payload)
        };
        let head = header.encode().expect("a short note");
        let saved = block(2);
        let old = OldBlock {
            start: head.len() as u64,
            length: saved.len(),
        };
        let mut bytes = [head, saved].concat();
        for games in [3, GAMES_PER_BLOCK] {
            let new = block(games);
            let [(_, rest), (start, begin)] = old.parts(&new);
            let behind = bytes[..old.end() as usize].to_vec();
            for count in 0..=rest.len() {
                bytes = [&behind[..], &rest[..count]].concat();
                assert_eq!(games_of(&path, &bytes, &header), 2, "{count} bytes");
            }
            // A head is too small to be written in part.
            let heads = start as usize..start as usize + HEAD_BYTES;
            bytes[heads].copy_from_slice(&begin[..HEAD_BYTES]);
            assert_eq!(games_of(&path, &bytes, &header), u64::from(games));
            bytes.truncate(start as usize);
            bytes.extend(block(2));
        }
    }

    /// The number of games that a reader and a writer find.
    fn games_of(path: &Path, bytes: &[u8], header: &DatasetHeader) -> u64 {
        let mut reader = DatasetReader::new(bytes).expect("a header");
        let fault = reader.find_map(Result::err);
        let Some(ReadDatasetError::CutOff(games)) = fault else {
            panic!("{fault:?}");
        };
        fs::write(path, bytes).expect("the disk has room");
        let writer = DatasetWriter::resume(path, header.clone()).expect("it is cut off");
        assert_eq!(writer.games(), games);
        games
    }

    #[test]
    fn what_cannot_be_written_is_said_with_the_name_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        fs::write(&path, "old").expect("the disk has room");
        let file = File::open(&path).expect("to be read");
        let lock = FileLock::beside(&path).expect("free");
        let start = 3;
        let old = OldBlock { start, length: 0 };
        let mut file = DatasetFile::new(&path, file, old, lock);
        let error = file.write_all(b"new").expect_err("it is open to be read");
        assert!(error.to_string().contains("games.kgd': "), "{error}");
    }
}
