//! Layer 8: the command line. One file for each sub-command; all of them write to the output they are given and none
//! knows where it leads.

mod bench;
mod best_move;
mod board_speed;
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
mod position_list;
pub mod position_text;
mod puzzles;
mod setting;
mod solve;
mod thinking;
mod tournament;
mod train;
mod tune;
mod value;

pub use bench::{BenchPosition, bench_positions};
pub use dispatch::{are_for_commands, run};
pub use error::CommandError;
pub use forecast::ForecastError;
pub use puzzles::{GameFault, GameFileError};
pub use tournament::TournamentInputError;
pub use train::TrainError;
pub use tune::TuneInputError;
