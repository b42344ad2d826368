//! The command line. One file for each sub-command; all of them write to the output they are given and none
//! knows where it leads.

mod analyse;
mod best_move;
mod book;
mod cli;
mod compliance;
mod database;
mod datagen;
mod dataset;
mod depth;
mod desk;
mod dispatch;
mod error;
mod forbidden;
mod forecast;
mod in_order;
mod interrupt;
mod opening_maker;
mod openings;
mod perft;
mod play;
mod position_check;
mod position_list;
mod puzzles;
mod setting;
mod shard;
mod shell_help;
mod solve;
mod source;
mod thinking;
mod tournament;
mod train;
mod tune;
mod value;

pub use database::DatabaseCommandError;
pub use desk::PositionDesk;
pub use dispatch::{are_for_commands, run};
pub use error::CommandError;
pub use forecast::ForecastError;
pub use puzzles::{GameFileError, UnusableGame};
pub use tournament::TournamentInputError;
pub use train::TrainError;
pub use tune::TuneInputError;
