//! The file of what a command finds. What was found is kept, whatever has ended the work; where nothing was, no file is
//! written, and an older one stays.

use std::io::{self, Write};

use kagetsu_kernel::file::{OutputError, OutputFile};

use super::error::CommandError;

/// The file, and whether something was written into it.
#[derive(Debug)]
pub(super) struct FoundFile {
    file: OutputFile,
    is_empty: bool,
}

impl FoundFile {
    /// Nothing is found yet.
    pub(super) fn new(file: OutputFile) -> Self {
        let is_empty = true;
        Self { file, is_empty }
    }

    /// Puts it in its place if something was found. Returns whether something was.
    pub(super) fn finish(self) -> Result<bool, OutputError> {
        if self.is_empty {
            return Ok(false);
        }
        self.file.finish().map(|()| true)
    }
}

impl Write for FoundFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Lets `work` write what it finds to the file, if there is one, or to `out`.
pub(super) fn write_found<T>(
    file: Option<OutputFile>,
    out: &mut dyn Write,
    work: impl FnOnce(&mut dyn Write) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let Some(file) = file else {
        return work(out);
    };
    let mut file = FoundFile::new(file);
    let done = work(&mut file);
    file.finish()?;
    done
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::in_process::run_in;
    use crate::interrupt::COMPLETE;

    #[test]
    fn where_nothing_is_found_no_file_is_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        for (name, text) in [
            ("one.sgf", "(;GM[4]SZ[15]RU[freestyle];B[hh];W[ii])"),
            ("old.out", "old"),
        ] {
            fs::write(folder.join(name), text).expect("the disk has room");
        }
        for (line, said) in [
            (
                "puzzles one.sgf --nodes 9 --html new.html --out",
                "these games hold no such puzzle: no file is written",
            ),
            ("solve h8 --vcf --nodes 9 --tree", "no tree is written"),
        ] {
            for output in ["new.out", "old.out --force"] {
                let ran = run_in(folder, &format!("{line} {output}"));
                assert_eq!(ran.code, i32::from(COMPLETE), "{line}: {}", ran.err);
                assert!(ran.err.contains(said), "{line}: {}", ran.err);
            }
        }
        let files = fs::read_dir(folder).expect("a folder").count();
        assert_eq!(files, 2, "no file is new");
        let old = fs::read_to_string(folder.join("old.out")).expect("it is there");
        assert_eq!(old, "old");
    }
}
