//! The command line. One file for each sub-command; all of them write to the output they are given and none
//! knows where it leads.

mod best_move;
mod cli;
mod compliance;
mod datagen;
mod dataset;
mod depth;
mod dispatch;
mod error;
mod forbidden;
mod forecast;
mod in_order;
mod opening_maker;
mod openings;
mod perft;
mod play;
mod position_list;
mod puzzles;
mod setting;
mod solve;
mod thinking;
mod tournament;
mod train;
mod tune;
mod value;

pub use dispatch::{are_for_commands, run};
pub use error::CommandError;
pub use forecast::ForecastError;
pub use puzzles::{GameFileError, UnusableGame};
pub use tournament::TournamentInputError;
pub use train::TrainError;
pub use tune::TuneInputError;
