//! Running a tournament: workers that play side by side, the folder that they fill, and the line that says how it goes.

pub mod folder;
pub mod live;
pub mod pinning;
pub mod runner;
pub mod workers;

pub use folder::{OutputFolder, TournamentFolderError, read_tournament};
pub use live::{LiveLine, Standing};
pub use pinning::{CpuSet, PinError, processors_for};
pub use runner::{Ending, OnFault, Reports, RunSettings, Tournament, TournamentError};
pub use workers::{GamePlayer, PlayerFactory, WorkerError, WorkerSettings};
