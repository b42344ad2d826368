//! The transposition table as a file, and how full it is.
//!
//! A file begins with a line of text that names the version of the engine, the size and the rule. Then come the entries,
//! each as key and contents, and a CRC-32 of them; all are words of 64 bits, the lowest byte first. The entries are those of the
//! evaluation that was in use.

use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crc32fast::Hasher;
use kagetsu_kernel::file::{require_regular_file, write_whole};

use super::engine::Engine;
use crate::board::Rule;
use crate::geometry::BoardSize;

/// How every file begins.
const MAGIC: &str = "kagetsu table 1";
const WORD: usize = size_of::<u64>();
const ENTRY: usize = 2 * WORD;

/// The use of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUsage {
    /// Size in bytes.
    pub bytes: usize,
    /// Entries in use, in thousandths of all.
    pub permille: usize,
}

fn header(size: BoardSize, rule: Rule) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{MAGIC}, version {version}, board {size}, {rule}\n")
}

fn refused(text: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, text)
}

impl Engine {
    /// How full the table is. `None` if there has been no search since it was cleared.
    pub fn table_usage(&mut self) -> Option<TableUsage> {
        let (table, _, _) = self.kept_table()?;
        Some(TableUsage {
            bytes: table.bytes(),
            permille: table.permille_used(),
        })
    }

    /// Writes the table to a file, and returns the number of its entries. A file that is there is replaced only if it
    /// holds a table.
    ///
    /// # Errors
    /// When there is no table, when something else is in the file's place, and every error of the system.
    pub fn write_table(&mut self, path: &Path) -> io::Result<u64> {
        let (table, size, rule) = self
            .kept_table()
            .ok_or_else(|| refused("the table is empty"))?;
        if fs::symlink_metadata(path).is_ok() {
            require_regular_file(path)?;
            let mut start = [0; MAGIC.len()];
            let read = File::open(path)?.read_exact(&mut start);
            if read.is_err() || start != MAGIC.as_bytes() {
                return Err(refused("the file holds no table, it is not replaced"));
            }
        }
        let mut count = 0;
        write_whole(path, |out| {
            out.write_all(header(size, rule).as_bytes())?;
            let mut sum = Hasher::new();
            for (key, data) in table.packed_entries() {
                for word in [key, data].map(u64::to_le_bytes) {
                    out.write_all(&word)?;
                    sum.update(&word);
                }
                count += 1;
            }
            out.write_all(&u64::from(sum.finalize()).to_le_bytes())
        })?;
        Ok(count)
    }

    /// Adds the entries of a file to the table for this game, and returns their number. The table keeps as many as it has
    /// room for.
    ///
    /// # Errors
    /// When the file is of another game or version or is damaged, and every error of the system; nothing changes then.
    pub fn read_table(&mut self, path: &Path, size: BoardSize, rule: Rule) -> io::Result<u64> {
        require_regular_file(path)?;
        let mut file = BufReader::new(File::open(path)?);
        let expected = header(size, rule);
        let mut start = vec![0; expected.len()];
        let read = file.read_exact(&mut start);
        if read.is_err() || start != expected.as_bytes() {
            return Err(refused(&format!(
                "it should begin with '{}'",
                expected.trim_end()
            )));
        }
        let damaged = || refused("the file is damaged");
        let length = file.get_ref().metadata()?.len() - expected.len() as u64;
        let length = length.checked_sub(WORD as u64).ok_or_else(damaged)?;
        if length % ENTRY as u64 != 0 {
            return Err(damaged());
        }
        let count = length / ENTRY as u64;
        let mut sum = Hasher::new();
        for _ in 0..2 * count {
            sum.update(&read_word(&mut file)?.to_le_bytes());
        }
        if read_word(&mut file)? != u64::from(sum.finalize()) {
            return Err(damaged());
        }
        file.seek(SeekFrom::Start(expected.len() as u64))?;
        let table = self.table_for(size, rule);
        for _ in 0..count {
            let (key, data) = (read_word(&mut file)?, read_word(&mut file)?);
            table.insert_packed(key, data);
        }
        Ok(count)
    }
}

fn read_word(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; WORD];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Position;
    use crate::engine::EngineConfig;
    use crate::search::NullSearchObserver;
    use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal};

    fn engine() -> Engine {
        let config = EngineConfig {
            max_hash: Some(1 << 20),
            ..EngineConfig::default()
        };
        Engine::new(config, Arc::new(FakeClock::new()))
    }

    #[test]
    fn a_table_comes_back_from_its_file_and_a_damaged_file_is_refused() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("kagetsu-table-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let path = folder.join("table");
        let size = BoardSize::square(15).expect("a legal size");
        let mut first = engine();
        assert!(first.write_table(&path).is_err());
        assert_eq!(first.table_usage(), None);
        let limits = SearchLimits {
            nodes: Some(500),
            ..SearchLimits::default()
        };
        let position = Position::new(size, Rule::Standard);
        let stop = StopSignal::new();
        assert!(
            first
                .think(&position, &limits, &stop, &mut NullSearchObserver)
                .is_ok()
        );
        let count = first.write_table(&path)?;
        assert!(count > 10);

        let mut second = engine();
        assert_eq!(second.read_table(&path, size, Rule::Standard)?, count);
        assert!(second.table_usage().is_some_and(|usage| usage.bytes > 0));
        let again = folder.join("again");
        assert_eq!(second.write_table(&again)?, count);
        assert!(second.read_table(&path, size, Rule::Renju).is_err());

        let mut bytes = fs::read(&path)?;
        if let Some(byte) = bytes.iter_mut().nth_back(20) {
            *byte ^= 1;
        }
        fs::write(&path, &bytes)?;
        assert!(second.read_table(&path, size, Rule::Standard).is_err());
        fs::write(&path, "my diary")?;
        assert!(second.write_table(&path).is_err());
        assert_eq!(fs::read(&path)?, b"my diary");
        fs::remove_dir_all(&folder)
    }
}
