//! The commands `match` and `openings`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, value_parser};
use kagetsu_kernel::{Seconds, WallClock};

use super::super::even_openings::{EvenOpeningSettings, even_openings};
use super::super::levels::Level;
use super::super::match_play::{MatchSetting, play_match};
use super::super::player::{Player, PlayerName};
use super::super::written_turns::write_turns;
use super::limits::LimitArgs;
use super::players::{evaluation_of, player};
use kagetsu_siblings::command::{CommandError, Console, refuse_search_options};
use kagetsu_siblings::learning::ThreadArgs;

/// Most positions for a turn of a game of the engine against itself.
const MAX_GAME_NODES: u64 = 1_000_000_000;

/// Options of a match.
#[derive(Clone, Debug, Args)]
pub struct MatchArgs {
    /// The first player
    #[arg(long, value_enum, default_value_t = PlayerName::Engine)]
    first: PlayerName,
    /// The second player
    #[arg(long, value_enum, default_value_t = PlayerName::Greedy)]
    second: PlayerName,
    /// Pairs of games, the colours exchanged in the second of each
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    pairs: u32,
    /// Start of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of the network for the first player, as `learn` writes it
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The same for the second player
    #[arg(long, value_name = "FILE")]
    second_network: Option<PathBuf>,
    /// Time of each player for a whole game, such as 60
    #[arg(long, value_name = "SECONDS")]
    game_time: Option<Seconds>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// The limits of the engine
    #[command(flatten)]
    limits: LimitArgs,
}

/// How openings are found.
#[derive(Clone, Copy, Debug, Args)]
pub struct OpeningsArgs {
    /// Number of openings
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    count: u32,
    /// Positions to search for each turn of the games
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u64).range(1..=MAX_GAME_NODES))]
    nodes: u64,
    /// Start of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings are tried side by side
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Plays a match and prints its result. Ctrl-C ends it; the games that were finished are counted.
pub(super) fn run(
    args: &MatchArgs,
    clock: &Arc<WallClock>,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let setting = MatchSetting {
        pairs: args.pairs,
        seed: args.seed,
        limits: args
            .limits
            .limits(Level::MAX, args.game_time, clock.as_ref()),
    };
    let seat =
        |name: PlayerName, network: &Option<PathBuf>, option| -> Result<Player, CommandError> {
            if name != PlayerName::Engine {
                refuse_search_options([(option, network.is_some())])?;
            }
            let evaluation = evaluation_of(network.as_deref())?;
            Ok(player(name, Level::MAX, args.seed, &evaluation, clock))
        };
    let mut players = [
        seat(args.first, &args.network, "--network")?,
        seat(args.second, &args.second_network, "--second-network")?,
    ];
    let stop = (console.interrupt)();
    let score = play_match(&mut players, &setting, clock.as_ref(), &stop);
    if args.json {
        let object = serde_json::json!({
            "wins": score.wins, "draws": score.draws, "losses": score.losses,
        });
        writeln!(console.out, "{object}")?;
    } else {
        writeln!(console.out, "{score}")?;
    }
    if stop.is_raised() {
        return Err(CommandError::Interrupted(
            "the finished games are counted".to_owned(),
        ));
    }
    Ok(())
}

/// Prints each opening as soon as it is found: its turns with blanks between them.
pub(super) fn print_openings(
    args: &OpeningsArgs,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let settings = EvenOpeningSettings {
        count: args.count as usize,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads.count(),
    };
    even_openings(&settings, |turns| -> io::Result<()> {
        writeln!(console.out, "{}", write_turns(turns))?;
        console.out.flush()
    })?;
    Ok(())
}
