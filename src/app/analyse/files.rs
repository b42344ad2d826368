//! Reads the files. A file that cannot be used is named on standard error, and the others are still read.

use std::io::{self, Write};

use kagetsu_analysis::source::{ReadOptions, SourceGame, read_games};
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};

use crate::printable::without_controls;

use super::args::AnalyseArgs;

/// The games of all files, and the number of files and games that cannot be used.
pub(super) fn read(
    args: &AnalyseArgs,
    err: &mut dyn Write,
) -> io::Result<(Vec<SourceGame>, usize)> {
    let options = ReadOptions {
        rule: args.rule,
        size: args.size,
        library_lines: args.library_lines as usize,
    };
    let mut games = Vec::new();
    let mut unusable = 0;
    for path in &args.files {
        let name = path.display().to_string();
        let bytes = match read_regular_file(path, MAX_TEXT_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                unusable += 1;
                complain(err, &format!("cannot read '{name}': {error}"))?;
                continue;
            }
        };
        for game in read_games(&name, &bytes, &options) {
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    unusable += 1;
                    complain(err, &format!("'{name}': {error}"))?;
                }
            }
        }
    }
    Ok((games, unusable))
}

fn complain(err: &mut dyn Write, reason: &str) -> io::Result<()> {
    writeln!(err, "error: {}", without_controls(reason))
}
