//! Players by the options of the command line.

use std::path::Path;
use std::sync::Arc;

use kagetsu_kernel::WallClock;
use kagetsu_kernel::file::read_regular_file;

use super::super::engine::{Engine, EngineConfig};
use super::super::evaluation::Evaluation;
use super::super::levels::Level;
use super::super::network::Network;
use super::super::player::{Player, PlayerName};
use super::error::Connect6Error;

/// Most bytes of a file that may be a network.
const MAX_NETWORK_BYTES: u64 = 1 << 24;

/// The evaluation by the network of a file, or the usual one.
pub(super) fn evaluation_of(file: Option<&Path>) -> Result<Evaluation, Connect6Error> {
    let Some(path) = file else {
        return Ok(Evaluation::default());
    };
    let bytes =
        read_regular_file(path, MAX_NETWORK_BYTES).map_err(|source| Connect6Error::Read {
            path: path.to_owned(),
            source,
        })?;
    let network = Network::from_bytes(&bytes).map_err(|error| Connect6Error::Network {
        path: path.to_owned(),
        fault: error.to_string(),
    })?;
    Ok(Evaluation::with_network(network))
}

/// A player by its name; the level and the evaluation are for the engine, `seed` is for all that is random.
pub(super) fn player(
    name: PlayerName,
    level: Level,
    seed: u64,
    evaluation: &Evaluation,
    clock: &Arc<WallClock>,
) -> Player {
    match name {
        PlayerName::Engine => {
            let engine = Engine::new(EngineConfig::default(), evaluation, clock.clone());
            Player::engine(engine, level, seed)
        }
        PlayerName::Greedy => Player::Greedy,
        PlayerName::Random => Player::random(seed),
    }
}
