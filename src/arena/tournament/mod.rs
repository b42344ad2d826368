//! Running a tournament: lanes that play side by side, the folder that they fill, and the line that says how it goes.

pub mod folder;
pub mod lanes;
pub mod live;
pub mod pinning;
pub mod runner;

pub use folder::{OutputFolder, TournamentFolderError, read_tournament};
pub use lanes::{GamePlayer, LaneError, LaneSettings, PlayerFactory};
pub use live::{LiveLine, Standing};
pub use pinning::{CpuSet, PinError, processors_for};
pub use runner::{Ending, OnFault, Reports, RunSettings, Tournament, TournamentError};
