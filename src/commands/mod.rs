//! Layer 8: the command line. One file for each sub-command; all of them write to the output they are given and none
//! knows where it leads.

mod bench;
mod best_move;
mod board_speed;
mod cli;
mod depth;
mod dispatch;
mod error;
mod forbidden;
mod perft;
mod position_list;
pub mod position_text;
mod solve;
mod thinking;
mod value;

pub use bench::{BenchPosition, bench_positions};
pub use dispatch::{are_for_commands, run};
pub use error::CommandError;
