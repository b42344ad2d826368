//! Reads files of openings.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use kagetsu_arena::openings::{ReadOptions, canonical_form, read_openings};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};

/// All openings of a file in which none is bad, and how many there are if symmetric ones are the same.
///
/// # Errors
/// As the reader of openings.
pub fn all_openings(
    path: &Path,
    rule: Rule,
    size: BoardSize,
) -> io::Result<(Vec<Vec<Point>>, usize)> {
    let options = ReadOptions {
        rule,
        size,
        stones: None,
    };
    let openings = read_openings(path, &options).map_err(io::Error::other)?;
    let forms: BTreeSet<_> = openings
        .iter()
        .map(|opening| canonical_form(opening, size))
        .collect();
    let different = forms.len();
    Ok((openings, different))
}
