//! Storage for redb that reads a file and keeps what is written in memory: the file is never altered.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::StorageBackend;

/// Bytes that are kept together once one of them is written.
const BLOCK: u64 = 4096;

/// A file under its changes.
#[derive(Debug)]
pub(super) struct Overlay(Mutex<State>);

#[derive(Debug)]
struct State {
    file: File,
    /// Bytes of the file that are still seen.
    file_length: u64,
    length: u64,
    /// Changed blocks by their number.
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    /// Lays an overlay on a file. A lock on it ends when the database is closed.
    pub(super) fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self(Mutex::new(State {
            file,
            file_length: length,
            length,
            blocks: BTreeMap::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check(&self, offset: u64, bytes: usize) -> io::Result<u64> {
        let end = offset.checked_add(bytes as u64);
        end.filter(|&end| end <= self.length)
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Reads from the file alone; zeros follow its end.
    fn read_file(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = self.file_length.saturating_sub(offset);
        let there = out.len().min(usize::try_from(there).unwrap_or(usize::MAX));
        let (from_file, beyond) = out.split_at_mut(there);
        beyond.fill(0);
        if from_file.is_empty() {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(from_file)
    }

    fn read(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let end = self.check(offset, out.len())?;
        self.read_file(offset, out)?;
        for (&number, block) in self.blocks.range(offset / BLOCK..end.div_ceil(BLOCK)) {
            let start = number * BLOCK;
            let (from, to) = (offset.max(start), end.min(start + BLOCK));
            out[(from - offset) as usize..(to - offset) as usize]
                .copy_from_slice(&block[(from - start) as usize..(to - start) as usize]);
        }
        Ok(())
    }

    fn write(&mut self, offset: u64, data: &[u8]) -> io::Result<()> {
        let end = self.check(offset, data.len())?;
        for number in offset / BLOCK..end.div_ceil(BLOCK) {
            let start = number * BLOCK;
            if !self.blocks.contains_key(&number) {
                let mut block = vec![0; BLOCK as usize];
                self.read_file(start, &mut block)?;
                self.blocks.insert(number, block);
            }
            let (from, to) = (offset.max(start), end.min(start + BLOCK));
            if let Some(block) = self.blocks.get_mut(&number) {
                block[(from - start) as usize..(to - start) as usize]
                    .copy_from_slice(&data[(from - offset) as usize..(to - offset) as usize]);
            }
        }
        Ok(())
    }

    fn set_length(&mut self, length: u64) {
        self.length = length;
        self.file_length = self.file_length.min(length);
        self.blocks.retain(|&number, _| number * BLOCK < length);
        if let Some(block) = self.blocks.get_mut(&(length / BLOCK)) {
            block[(length % BLOCK) as usize..].fill(0);
        }
    }
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.state().read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.state().set_length(length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.state().write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        // A process that is being started has a copy of the open file until its program runs, which would hold the lock.
        let _ = self.state().file.unlock();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert_eq, proptest};
    use std::io::Write;

    use super::*;

    proptest! {
        #[test]
        fn it_behaves_as_bytes_in_memory(
            steps in prop::collection::vec((0..3_u8, 0..20_000_usize, 0..9_000_usize, any::<u8>()), 1..20),
        ) {
            let mut expected: Vec<u8> = (0..10_000_u32).map(|number| number as u8).collect();
            let mut file = tempfile::tempfile().expect("a temporary file");
            file.write_all(&expected).expect("the disk has room");
            let mut watch = file.try_clone().expect("the same file");
            let overlay = Overlay::new(file).expect("a file");
            for (kind, offset, bytes, value) in steps {
                let fits = offset + bytes <= expected.len();
                let mut out = vec![0; bytes];
                match kind {
                    0 => {
                        overlay.set_len(offset as u64).expect("any length");
                        expected.resize(offset, 0);
                    }
                    1 => {
                        prop_assert_eq!(overlay.write(offset as u64, &vec![value; bytes]).is_ok(), fits);
                        if fits {
                            expected[offset..offset + bytes].fill(value);
                        }
                    }
                    _ => {
                        prop_assert_eq!(overlay.read(offset as u64, &mut out).is_ok(), fits);
                        if fits {
                            prop_assert_eq!(&out[..], &expected[offset..offset + bytes]);
                        }
                    }
                }
            }
            let mut all = vec![0; expected.len()];
            overlay.read(0, &mut all).expect("all of it");
            prop_assert_eq!(all, expected);
            let mut kept = Vec::new();
            watch.rewind().expect("a file");
            watch.read_to_end(&mut kept).expect("a file");
            prop_assert_eq!(kept, (0..10_000_u32).map(|number| number as u8).collect::<Vec<_>>());
        }
    }
}
