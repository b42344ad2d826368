//! Writes datasets to files: new ones, in the place of others, or the rest of what is there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use kagetsu_kernel::file::require_regular_file;
use kagetsu_kernel::{FileLock, ShowPath as _};

use super::block::{BlockReader, GAMES_PER_BLOCK, block_bytes};
use super::dataset_file::{DatasetFile, OldBlock};
use super::error::{ReadDatasetError, WriteDatasetError};
use super::header::DatasetHeader;
use super::record::TrainingGame;
use super::writer::DatasetWriter;

/// Time after which games are written that do not fill a block yet, where games take long.
const SAVE_INTERVAL: Duration = Duration::from_secs(5 * 60);

impl DatasetWriter {
    /// Begins a new file. The file is in use as long as the writer lives.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be created, exists already or is in use, or the note is too long.
    pub fn create(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        let lock = FileLock::beside(path).map_err(uncreated(path))?;
        Self::create_locked(path, header, lock)
    }

    /// As [`DatasetWriter::create`], in the place of a file that is there. Its games stay until the first of the new ones are
    /// written. A link stays, and the file that it leads to is replaced.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be created or is in use, is no regular file, or the note is too long.
    pub fn replace(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        // What cannot be written replaces nothing.
        let head = header.encode()?;
        let lock = FileLock::beside(path).map_err(uncreated(path))?;
        let opened = match require_regular_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path),
        };
        let file = opened.map_err(uncreated(path))?;
        Ok(Tail::new(header, 0).continued(path, file, head, lock))
    }

    /// Continues a file, finished or not. A block that was written only in part is removed. If there is no file, a new
    /// one is begun. The file is in use as long as the writer lives.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when the file cannot be read or written, is in use, has another header, or is damaged
    /// before its end.
    pub fn resume(path: &Path, header: DatasetHeader) -> Result<Self, WriteDatasetError> {
        let lock = FileLock::beside(path).map_err(uncreated(path))?;
        // A pipe that nobody writes would block its reader.
        let opened = require_regular_file(path)
            .and_then(|()| OpenOptions::new().read(true).write(true).open(path));
        let file = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::create_locked(path, header, lock);
            }
            opened => opened.map_err(uncreated(path))?,
        };
        let mut head = header.encode()?;
        let tail = Tail::find(&file, &header, &head);
        let shown = path.shown();
        let tail = tail.map_err(|error| {
            WriteDatasetError::Refused(format!("cannot go on with '{shown}': {error}"))
        })?;
        if tail.header != header {
            let found = tail.header;
            return Err(WriteDatasetError::Refused(format!(
                "cannot go on with '{shown}', which was made otherwise: {found}, not {header}"
            )));
        }
        if tail.old.start > 0 {
            head.clear();
        }
        let mut writer = tail.continued(path, file, head, lock);
        writer.write_head()?;
        Ok(writer)
    }

    fn create_locked(
        path: &Path,
        header: DatasetHeader,
        lock: FileLock,
    ) -> Result<Self, WriteDatasetError> {
        // What cannot be written leaves no empty file.
        let head = header.encode()?;
        let file = File::create_new(path).map_err(|source| {
            if source.kind() == io::ErrorKind::AlreadyExists {
                occupied(path)
            } else {
                uncreated(path)(source)
            }
        })?;
        let mut writer = Tail::new(header, 0).continued(path, file, head, lock);
        writer.write_head()?;
        Ok(writer)
    }

    /// Finds out whether a file is missing, as [`DatasetWriter::create`] demands.
    ///
    /// # Errors
    /// [`WriteDatasetError`] when something is there.
    pub fn check_missing(path: &Path) -> Result<(), WriteDatasetError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(occupied(path));
        }
        Ok(())
    }

    /// As [`DatasetWriter::write`]; every few minutes the games that do not fill a block yet are written, too.
    ///
    /// # Errors
    /// As [`DatasetWriter::write`].
    pub fn keep(&mut self, game: &TrainingGame) -> Result<(), WriteDatasetError> {
        self.write(game)?;
        if self.output.saved.elapsed() >= SAVE_INTERVAL {
            self.save()?;
        }
        Ok(())
    }

    /// Writes the games that do not fill a block yet as a block, whose place the full one takes later.
    fn save(&mut self) -> Result<(), WriteDatasetError> {
        self.output.saved = Instant::now();
        if self.pending_games > 0 {
            self.write_head()?;
            let block = block_bytes(self.pending_games, self.written, &self.pending);
            self.output.write_for_now(&block)?;
        }
        Ok(())
    }

    /// Writes the header once and for all, if it is not in the file.
    fn write_head(&mut self) -> io::Result<()> {
        self.output.write_all(&self.head)?;
        self.head.clear();
        Ok(())
    }

    /// Writes the last block and no end mark: a file to be resumed, which readers report as cut off. Returns the number of
    /// games.
    ///
    /// # Errors
    /// [`WriteDatasetError::Write`] when writing fails.
    pub fn pause(mut self) -> Result<u64, WriteDatasetError> {
        if self.pending_games > 0 {
            self.write_block()?;
        } else if self.head.is_empty() {
            self.output.cut()?;
        }
        self.output.flush()?;
        Ok(self.written)
    }
}

/// The error where something is in the place of a new file.
fn occupied(path: &Path) -> WriteDatasetError {
    match require_regular_file(path) {
        Err(source) if source.kind() == io::ErrorKind::InvalidInput => uncreated(path)(source),
        _ => WriteDatasetError::Refused(format!(
            "'{}' exists already: give another name, --resume to go on with it, or --force to replace it",
            path.shown()
        )),
    }
}

/// For `map_err`: the file cannot be created.
fn uncreated(path: &Path) -> impl FnOnce(io::Error) -> WriteDatasetError {
    let path = path.shown().to_string();
    |source| WriteDatasetError::Create { path, source }
}

/// The place where a file is to be continued.
struct Tail {
    header: DatasetHeader,
    /// Where the next block begins, and what is there of it. The bytes after that are removed when others are written.
    old: OldBlock,
    /// Number of games before this place.
    written: u64,
    /// The games of a last block that is not full. They are written again in the next block, as without an
    /// interruption.
    pending: Vec<u8>,
    pending_games: u32,
}

impl Tail {
    const fn new(header: DatasetHeader, start: u64) -> Self {
        Self {
            header,
            old: OldBlock { start, length: 0 },
            written: 0,
            pending: Vec::new(),
            pending_games: 0,
        }
    }

    /// The writer that goes on with the file; `head` is what it writes first.
    fn continued(self, path: &Path, file: File, head: Vec<u8>, lock: FileLock) -> DatasetWriter {
        DatasetWriter {
            header: self.header,
            output: DatasetFile::new(path, file, self.old, lock),
            head,
            pending: self.pending,
            pending_games: self.pending_games,
            written: self.written,
        }
    }

    /// Reads through a file. If its header is not the expected one, with these bytes, nothing but the header is read. The
    /// start is zero if the writer was killed, or the machine crashed, before the header was written.
    fn find(
        mut file: &File,
        expected: &DatasetHeader,
        head: &[u8],
    ) -> Result<Self, ReadDatasetError> {
        let mut first = Vec::new();
        file.take(head.len() as u64).read_to_end(&mut first)?;
        if first.len() < head.len() && head.starts_with(&first) {
            return Ok(Self::new(expected.clone(), 0));
        }
        file.seek(SeekFrom::Start(0))?;
        if BlockReader::new(file, 0).has_only_zeros_left()? {
            return Ok(Self::new(expected.clone(), 0));
        }
        file.seek(SeekFrom::Start(0))?;
        let mut input = BufReader::new(file);
        let (header, end) = DatasetHeader::read(&mut input)?;
        let mut tail = Self::new(header, end);
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
            let is_full = block.games >= GAMES_PER_BLOCK;
            let end = blocks.place();
            let start = if is_full { end } else { block.start };
            let length = (end - start) as usize;
            tail.old = OldBlock { start, length };
            if is_full {
                tail.written += u64::from(block.games);
            } else {
                tail.pending = block.payload;
                tail.pending_games = block.games;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point};

    use super::*;
    use crate::dataset::DatasetReader;
    use crate::dataset::codec::encode;
    use crate::dataset::record::TrainingResult;

    fn header() -> DatasetHeader {
        DatasetHeader {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a usual size"),
            note: String::new(),
        }
    }

    fn is_busy(error: Option<&WriteDatasetError>) -> bool {
        matches!(error, Some(WriteDatasetError::Create { source, .. }) if source.kind() == io::ErrorKind::ResourceBusy)
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe.kgd");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        for begin in [
            DatasetWriter::resume,
            DatasetWriter::replace,
            DatasetWriter::create,
        ] {
            let refused = begin(&pipe, header());
            let Err(WriteDatasetError::Create { source, .. }) = refused else {
                panic!("{refused:?}");
            };
            assert_eq!(source.kind(), io::ErrorKind::InvalidInput);
        }
        assert!(!pipe.is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_replaced_under_the_lock_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, link] = ["games.kgd", "link.kgd"].map(|name| folder.path().join(name));
        std::fs::write(&path, "old").expect("the disk has room");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        let mut writer = DatasetWriter::replace(&link, header()).expect("by force");
        for name in [&path, &link] {
            let second = DatasetWriter::resume(name, header());
            assert!(is_busy(second.as_ref().err()), "{second:?}");
        }
        writer.write(&game_without_moves()).expect("a game");
        writer.finish().expect("the disk has room");
        assert!(link.is_symlink());
        assert_eq!(games_of(&path), Ok(1));
    }

    /// The number of games in a file, or of those before its end is missing.
    fn games_of(path: &Path) -> Result<usize, usize> {
        let reader = DatasetReader::open(path).expect("a dataset");
        let games: Vec<_> = reader.collect();
        let sound = games.iter().filter(|game| game.is_ok()).count();
        if sound == games.len() {
            Ok(sound)
        } else {
            Err(sound)
        }
    }

    #[test]
    fn what_is_in_a_file_stays_until_other_games_take_its_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let mut writer = DatasetWriter::create(&path, header()).expect("a new file");
        let game = game_without_moves();
        for _ in 0..3 {
            writer.write(&game).expect("a game");
        }
        writer.finish().expect("the disk has room");
        let bytes = fs::read(&path).expect("the file");
        for begin in [DatasetWriter::resume, DatasetWriter::replace] {
            let mut killed = begin(&path, header()).expect("a sound file");
            killed.write(&game).expect("a game");
            drop(killed);
            assert_eq!(fs::read(&path).expect("the file"), bytes);
        }
        let replaced = DatasetWriter::replace(&path, header()).expect("by force");
        replaced.pause().expect("nothing is written");
        assert_eq!(fs::read(&path).expect("the file"), bytes);
        let resumed = DatasetWriter::resume(&path, header()).expect("a sound file");
        assert_eq!(resumed.pause().expect("the disk has room"), 3);
        assert_eq!(games_of(&path), Err(3), "without an end mark");
    }

    #[test]
    fn games_that_do_not_fill_a_block_are_saved_and_their_block_grows() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [whole, saved] = ["whole.kgd", "saved.kgd"].map(|name| folder.path().join(name));
        let mut plain = DatasetWriter::create(&whole, header()).expect("a new file");
        fs::write(&saved, "old").expect("the disk has room");
        let mut writer = DatasetWriter::replace(&saved, header()).expect("by force");
        for count in 1..=GAMES_PER_BLOCK as usize + 2 {
            plain.write(&game_without_moves()).expect("a game");
            writer.write(&game_without_moves()).expect("a game");
            if !count.is_multiple_of(50) {
                writer.save().expect("the disk has room");
                assert_eq!(games_of(&saved), Err(count));
            }
        }
        plain.finish().expect("the disk has room");
        writer.finish().expect("the disk has room");
        assert_eq!(fs::read(&saved).expect("it"), fs::read(&whole).expect("it"));
    }

    #[test]
    fn a_second_writer_of_a_file_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.kgd");
        let first = DatasetWriter::create(&path, header()).expect("a new file");
        let second = DatasetWriter::resume(&path, header()).expect_err("the first writer is there");
        assert!(is_busy(Some(&second)), "{second}");
        first.finish().expect("the disk has room");
        DatasetWriter::resume(&path, header()).expect("the first writer has gone");
    }

    #[test]
    fn a_header_that_cannot_be_written_replaces_nothing_and_makes_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, missing] = ["games.kgd", "new.kgd"].map(|name| folder.path().join(name));
        std::fs::write(&path, "old").expect("the disk has room");
        let long = DatasetHeader {
            note: "x".repeat(1 << 17),
            ..header()
        };
        for refused in [
            DatasetWriter::replace(&path, long.clone()),
            DatasetWriter::create(&missing, long.clone()),
            DatasetWriter::resume(&missing, long),
        ] {
            assert!(matches!(refused, Err(WriteDatasetError::Refused(_))));
        }
        assert!(!missing.exists());
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
        // Its bytes are not all zero.
        let game = TrainingGame {
            opening: vec![Point::at(7, 7)],
            ..game_without_moves()
        };
        for _ in 0..GAMES_PER_BLOCK {
            encode(&game, header().size, &mut payload).expect("a game");
        }
        let mut bytes = header().encode().expect("a short note");
        bytes.extend(block_bytes(GAMES_PER_BLOCK, 0, &payload));
        let whole = bytes.len();
        let before = GAMES_PER_BLOCK.into();
        bytes.extend(block_bytes(GAMES_PER_BLOCK, before, &payload));
        for kept in [0, 1, 10, 27, 28, 40] {
            let mut damaged = bytes[..whole + kept].to_vec();
            damaged.resize(bytes.len() + 5000, 0);
            std::fs::write(&path, &damaged).expect("the disk has room");
            let writer = DatasetWriter::resume(&path, header()).expect("it is cut off");
            assert_eq!(writer.games(), before, "{kept} bytes kept");
        }
        fs::write(&path, [0_u8; 5000]).expect("the disk has room");
        let writer = DatasetWriter::resume(&path, header()).expect("nothing is lost");
        assert_eq!((writer.games(), games_of(&path)), (0, Err(0)));
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
