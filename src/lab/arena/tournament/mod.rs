//! Runs a tournament: parallel workers, the folder of results, and the progress line.

pub mod folder;
pub mod live;
pub mod merge;
pub mod pinning;
pub mod runner;
pub mod workers;

pub use folder::{OutputFolder, TournamentFolderError, read_tournament};
pub use live::{LiveLine, Standing};
pub use merge::{MergeError, merge_shards};
pub use pinning::{CpuSet, PinError, processors_for};
pub use runner::{Ending, OnFault, Reports, RunSettings, Tournament, TournamentError};
pub use workers::{GamePlayer, PlayerFactory, WorkerError, WorkerSettings};
