//! The command `serve`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, value_parser};
use kagetsu_kernel::file::read_regular_file;
use kagetsu_kernel::line_host::converse;
use kagetsu_kernel::rng::{Rng, drawn_seed};
use kagetsu_kernel::{Seconds, WallClock};

use super::super::engine::Engine;
use super::super::evaluation::Evaluation;
use super::super::levels::Level;
use super::super::network::Network;
use super::super::player::{Player, PlayerName};
use super::super::protocol::{Dialect, Session};
use super::super::serve::Server;
use super::limits::LimitArgs;
use kagetsu_siblings::command::{CommandError, Streams, refuse_search_options};

/// Options of the protocol.
#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    /// The protocol
    #[arg(long, value_enum, default_value_t = Dialect::Sau)]
    protocol: Dialect,
    /// Write a single first stone as `JJ@@`, in the protocols sau and cloudict
    #[arg(long)]
    padded: bool,
    /// Who plays; level, network and limits are for the engine
    #[arg(long, value_enum, default_value_t)]
    player: PlayerName,
    /// Level of the engine, from 1 to 10 [default: 10]
    #[arg(long, value_parser = value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Start of the random numbers of the random player and of the engine's lower levels (default: another one each time)
    #[arg(long)]
    seed: Option<u64>,
    /// The name that is given (default: that of the player)
    #[arg(long)]
    name: Option<String>,
    /// File of the network of the evaluation, as `learn` writes it (default: that of the program)
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Time for each whole game, such as 60
    #[arg(long, value_name = "SECONDS")]
    game_time: Option<Seconds>,
    /// The limits of the engine
    #[command(flatten)]
    limits: LimitArgs,
}

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

/// Talks with another program.
pub(super) fn run(
    args: &ServeArgs,
    clock: &Arc<WallClock>,
    streams: Streams,
) -> Result<(), CommandError> {
    if args.player != PlayerName::Engine {
        let given = [
            ("--level", args.level.is_some()),
            ("--network", args.network.is_some()),
            ("--game-time", args.game_time.is_some()),
        ];
        refuse_search_options(given.into_iter().chain(args.limits.options()))?;
    }
    let name = args.name.as_deref().unwrap_or(args.player.public_name());
    let mut session = Session::new(args.protocol, name);
    session.is_padded = args.padded;
    let level = args.level.and_then(Level::new).unwrap_or(Level::MAX);
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let player = match args.player {
        PlayerName::Engine => {
            let evaluation = evaluation_of(args.network.as_deref())?;
            let engine = Engine::new(Engine::TABLE_BYTES, &evaluation, clock.clone());
            Player::engine(engine, level, seed)
        }
        PlayerName::Greedy => Player::Greedy,
        PlayerName::Random => Player::Random(Rng::new(seed)),
    };
    let limits = args.limits.limits(level, args.game_time);
    let server = Server::new(session, player, limits, clock.clone(), streams.remarks);
    Ok(converse(streams.input, streams.output, server)?)
}
