//! The networks of a run of learning as opponents at the board, while the run may go on.

mod args;
mod player;
mod run;

pub(super) use args::NetworkArgs;
pub(super) use run::{EnginesAndNetworks, GrownNetworks};
