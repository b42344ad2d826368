//! What several steps on the way to a tournament or a tuning refuse.

use std::path::Path;

use kagetsu_kernel::ShowPath as _;

use crate::error::CommandError;

/// Settings that are required and missing.
pub(crate) fn not_given(settings: &str) -> CommandError {
    CommandError::input(format!("missing: {settings}"))
}

/// Settings that exclude each other.
pub(crate) fn conflict(one: &str, other: &str) -> CommandError {
    CommandError::input(format!("{one} and {other} exclude each other"))
}

/// `--resume` without a folder.
pub(crate) fn resume_nothing() -> CommandError {
    CommandError::input(
        "--resume goes on with the games in a folder: name it, as --resume --out DIR; all other settings are taken from it",
    )
}

/// `--resume` with the name of a folder that is not there, and without the settings with which one begins.
pub(crate) fn resume_missing(folder: &Path, needed: &str) -> CommandError {
    CommandError::input(format!(
        "there is no folder '{}' to go on with: correct its name, or give {needed} to begin there",
        folder.shown()
    ))
}

/// A setting with a value that it cannot have.
pub(super) fn refused(setting: &str, value: usize, reason: &str) -> CommandError {
    CommandError::input(format!("{setting} {value} is refused: {reason}"))
}
