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
use kagetsu_siblings::command::CommandError;

/// Most bytes of a file that may be a network.
const MAX_NETWORK_BYTES: u64 = 1 << 24;

/// The evaluation by the network of a file, or the usual one.
pub(super) fn evaluation_of(file: Option<&Path>) -> Result<Evaluation, CommandError> {
    let Some(path) = file else {
        return Ok(Evaluation::default());
    };
    let bytes = read_regular_file(path, MAX_NETWORK_BYTES).map_err(CommandError::file(path))?;
    let network = Network::from_bytes(&bytes).map_err(CommandError::file(path))?;
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
