//! Arguments that must be different files or folders.

use std::fs;
use std::path::{Path, PathBuf};

use kagetsu_kernel::ShowPath as _;

use super::error::CommandError;

/// Refuses paths of which two lead to one `thing`, such as a file; `expected` says what they are to be.
pub(super) fn refuse_twice<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    thing: &str,
    expected: &str,
) -> Result<(), CommandError> {
    let mut known: Vec<(PathBuf, &Path)> = Vec::new();
    for path in paths {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        if let Some((_, other)) = known.iter().find(|(known, _)| *known == whole) {
            return Err(CommandError::input(format!(
                "'{}' and '{}' are one {thing}: {expected}",
                other.shown(),
                path.shown()
            )));
        }
        known.push((whole, path));
    }
    Ok(())
}
