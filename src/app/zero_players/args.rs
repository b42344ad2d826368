//! How the networks of a run are named on the command line.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::error::CommandError;

use super::run::GrownNetworks;

/// Most playouts of a move.
const MOST_PLAYOUTS: i64 = 1_000_000;

/// The run whose networks play.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// Folder of a run of learning, as `zero run` makes it, whose networks may take a seat: one for each generation, and new
    /// ones as the run goes on. The run must learn gomoku: five in a row, on a square board from 5 to 22 points
    #[arg(long, value_name = "FOLDER")]
    zero: Option<PathBuf>,
    /// Playouts of a move of these networks (default: those of the run's recipe)
    #[arg(long, value_name = "N", requires = "zero", value_parser = value_parser!(u32).range(1..=MOST_PLAYOUTS))]
    playouts: Option<u32>,
}

impl NetworkArgs {
    /// The networks, if a run was named.
    pub(crate) fn networks(&self) -> Result<Option<GrownNetworks>, CommandError> {
        let folder = self.zero.as_deref();
        folder
            .map(|folder| GrownNetworks::open(folder, self.playouts))
            .transpose()
    }
}
