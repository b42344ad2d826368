//! Joining the files that hold the shards of one run.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use kagetsu_kernel::{Shard, ShardsFault, ShowPath as _};

use super::error::CommandError;

/// The places of the files in the order of their shards. Every shard must be there once, with the same run.
pub(super) fn places<R: PartialEq>(
    files: &[PathBuf],
    parts: &[(Shard, R)],
) -> Result<Vec<usize>, CommandError> {
    Shard::places(parts).map_err(|fault| match fault {
        ShardsFault::Foreign(place) => unmerged(&files[place], "it is a shard of another run"),
        ShardsFault::Twice(place) => {
            let shard = parts[place].0;
            unmerged(&files[place], format!("shard {shard} is there already"))
        }
        ShardsFault::Missing(shard) => {
            CommandError::input(format!("shard {shard} of the run is missing"))
        }
    })
}

/// A file is no shard.
pub(super) fn no_shard(file: &Path) -> CommandError {
    unmerged(file, "it is no shard of a run")
}

/// A file cannot be joined with others, for this reason.
pub(super) fn unmerged(file: &Path, reason: impl Display) -> CommandError {
    CommandError::input(format!("'{}' cannot be merged: {reason}", file.shown()))
}
