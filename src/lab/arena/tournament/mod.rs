//! Runs a tournament: parallel workers, the folder of results, and the progress line.

pub mod folder;
mod live;
mod merge;
mod pinning;
mod runner;
pub(crate) mod workers;

pub use folder::{OutputFolder, TournamentFolderError, read_tournament, write_psq_files};
pub use live::{LiveLine, Standing};
pub use merge::{MergeError, merge_shards};
pub use pinning::{PinError, processors_for};
pub use runner::{Ending, Tournament, TournamentError};
pub use workers::{GamePlayer, PlayerFactory, WorkerError, WorkerSettings, runners};
