//! Why the fidelity of a search cannot be measured.

use std::path::PathBuf;

use kagetsu_gomoku::board::IllegalMove;
use kagetsu_kernel::{Shard, ShowPath as _};

use crate::error::Cause;

/// Why the fidelity of a search cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FidelityError {
    /// Datasets of different rules or sizes.
    #[error("'{}' has games of {found}, the files before it of {expected}", path.shown())]
    Kind {
        /// The file.
        path: PathBuf,
        /// Its rule and size.
        found: String,
        /// Those of the others.
        expected: String,
    },
    /// A game breaks its rule.
    #[error("game {number} of '{}': {source}", path.shown())]
    Game {
        /// The file.
        path: PathBuf,
        /// Its number in the file, from one.
        number: u64,
        /// What is wrong.
        source: IllegalMove,
    },
    /// The datasets have too few positions.
    #[error(
        "the datasets have {found} positions of {kind} to choose, not {wanted}: give more games, fewer --positions, another --tree or a greater --per-game"
    )]
    TooFew {
        /// Number of positions that can be chosen.
        found: usize,
        /// Where they come from.
        kind: &'static str,
        /// How many are wanted.
        wanted: usize,
    },
    /// A file is none of ours.
    #[error(
        "'{}' is no file of `fidelity`: its first line does not tell how it was made ({reason})", path.shown()
    )]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A line of scores cannot be understood.
    #[error("line {line} of '{}' is damaged: {reason}", path.shown())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its number, from one.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A file was not finished.
    #[error(
        "'{}' has {found} of its {expected} positions: go on with --resume", path.shown()
    )]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// Number of positions in it.
        found: usize,
        /// Number of positions that are due.
        expected: usize,
    },
    /// A file has more lines than positions.
    #[error("'{}' is damaged: it has more than its {expected} positions", path.shown())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Number of positions that are due.
        expected: usize,
    },
    /// A shard instead of a whole run.
    #[error("'{}' is a shard: join all of its run with `fidelity merge` first", .0.shown())]
    ShardAsReference(PathBuf),
    /// Scores of other positions.
    #[error(
        "'{}' has the scores of other positions than '{}'", path.shown(), reference.shown()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The file it is compared with.
        reference: PathBuf,
    },
    /// The file to go on with was made otherwise.
    #[error(
        "cannot go on with '{}', which was made otherwise: {found}, not {expected}", path.shown()
    )]
    MadeOtherwise {
        /// The file.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// The first line that is due.
        expected: String,
    },
    /// Another process writes the file.
    #[error("'{}' is in use: another process writes it", .0.shown())]
    Busy(PathBuf),
    /// Shards that do not make a whole.
    #[error("'{}' cannot be merged: {reason}", path.shown())]
    Merge {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A shard that was not given.
    #[error("shard {0} of the run is missing")]
    MissingShard(Shard),
    /// `--resume` without a file.
    #[error("--resume goes on with a file: give --out as well")]
    NothingToResume,
}

impl Cause for FidelityError {}
