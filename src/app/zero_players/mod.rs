//! The networks of a run of learning as opponents at the board, while the run may go on.

mod player;
mod run;

pub(super) use run::{EnginesAndNetworks, GrownNetworks, NetworkArgs};
