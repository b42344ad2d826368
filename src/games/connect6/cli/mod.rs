//! The command line of Connect6.

mod error;
mod learning;
mod threads;

use kagetsu_kernel::file::read_regular_file;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, value_parser};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, SearchLimits, Seconds, StopSignal, TimeControl, WallClock};

use super::board::Board;
use super::engine::{Engine, EngineConfig};
use super::evaluation::Evaluation;
use super::even_openings::{EvenOpeningSettings, even_openings};
use super::game::Game;
use super::levels::Level;
use super::match_play::{MatchSetting, play_match};
use super::network::Network;
use super::perft::perft;
use super::player::{Player, PlayerName};
use super::protocol::{Dialect, FirstStone, Session};
use super::serve::serve;
use super::turn::Turn;
use learning::LearnArgs;
use threads::ThreadArgs;

pub use error::Connect6Error;

/// What can be done with Connect6.
#[derive(Debug, Subcommand)]
pub enum Connect6Command {
    /// Play by a protocol on the standard streams
    Serve(ServeArgs),
    /// Find the best turn after some turns like `JJ IIKK`
    Move(MoveArgs),
    /// Count the sequences of legal turns of each length up to TURNS
    Perft {
        /// How many turns
        #[arg(value_parser = value_parser!(u32).range(1..=MAX_PERFT))]
        turns: u32,
    },
    /// Play a match of mirrored games
    Match(MatchArgs),
    /// Learn the network of the evaluation from nothing: games of the engine against itself, and a fit to them
    Learn(LearnArgs),
    /// Print openings for `tournament --openings` from which the engine has won as often with Black as with White
    Openings(OpeningsArgs),
}

const MAX_PERFT: i64 = 2;
/// Most positions for a turn of a game of the engine against itself.
const MAX_GAME_NODES: u64 = 1_000_000_000;

/// What bounds the engine.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArgs {
    /// Time for a turn, such as 0.5 or 500ms
    #[arg(long, value_name = "SECONDS", default_value = "1")]
    turn: Seconds,
    /// Time for the whole game, such as 60
    #[arg(long, value_name = "SECONDS")]
    game: Option<Seconds>,
    /// Deepest search in turns
    #[arg(long)]
    depth: Option<u32>,
    /// Most positions to search
    #[arg(long)]
    nodes: Option<u64>,
}

/// Options of the protocol.
#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    /// The protocol
    #[arg(long, value_enum, default_value_t = ProtocolArg::Sau)]
    protocol: ProtocolArg,
    /// Write a single first stone as `JJ@@`, in the protocols sau and cloudict
    #[arg(long)]
    padded: bool,
    /// Who plays; the limits are for the engine
    #[arg(long, value_enum, default_value_t)]
    player: PlayerName,
    /// Level of the engine, from 1 to 10
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u8).range(1..=10))]
    level: u8,
    /// Start of the random numbers of the random player and of the engine's lower levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The name that is given (default: that of the player)
    #[arg(long)]
    name: Option<String>,
    /// File of the network of the evaluation, as `learn` writes it (default: that of the program)
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The limits of the engine
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProtocolArg {
    /// That of the SAU platform
    Sau,
    /// That of the engine Cloudict
    Cloudict,
    /// The words of the Gomocup protocol, with two points for a turn
    Gomocup,
}

/// A position and limits.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// The turns so far
    turns: Vec<String>,
    /// Level of play, from 1 to 10
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u8).range(1..=10))]
    level: u8,
    /// Start of the random numbers of the lower levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The limits of the engine
    #[command(flatten)]
    limits: LimitArgs,
}

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

impl LimitArgs {
    fn limits(self, clock: &dyn Clock) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: TimeControl {
                turn: Some(self.turn.0),
                match_left: self.game.map(|Seconds(time)| time),
                increment: Duration::ZERO,
            },
            started: clock.now(),
            ..SearchLimits::default()
        }
    }
}

/// Most bytes of a file that may be a network.
const MAX_NETWORK_BYTES: u64 = 1 << 24;

/// The evaluation by the network of a file, or the usual one.
fn evaluation_of(file: Option<&Path>) -> Result<Evaluation, Connect6Error> {
    let Some(path) = file else {
        return Ok(Evaluation::default());
    };
    let bytes = read_regular_file(path, MAX_NETWORK_BYTES)?;
    let network = Network::from_bytes(&bytes).map_err(|source| Connect6Error::Network {
        path: path.to_owned(),
        source,
    })?;
    Ok(Evaluation::with_network(network))
}

/// Carries a command out: results go to `out`, remarks to `err`. Only `serve` reads `input`.
///
/// # Errors
/// Reading or writing failed, or the position is not one.
pub fn run(
    command: &Connect6Command,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Connect6Error> {
    let clock = Arc::new(WallClock::start());
    match command {
        Connect6Command::Serve(args) => run_serve(args, &clock, (input, out, err))?,
        Connect6Command::Move(args) => {
            let mut game = Game::new();
            for text in &args.turns {
                game.play(Turn::parse(text)?)?;
            }
            let mut engine = Engine::new(
                EngineConfig::default(),
                &Evaluation::default(),
                clock.clone(),
            );
            let limits = args.limits.limits(clock.as_ref());
            let level = Level::new(args.level).unwrap_or(Level::MAX);
            let limits = (&limits, &StopSignal::new());
            let choice = engine
                .choose_at(level, game.board(), limits, &mut Rng::new(args.seed))
                .ok_or(Connect6Error::Over)?;
            writeln!(out, "{choice}")?;
        }
        Connect6Command::Perft { turns } => {
            let mut board = Board::new();
            for turns in 1..=*turns {
                writeln!(out, "{turns} turns: {}", perft(&mut board, turns))?;
            }
        }
        Connect6Command::Learn(args) => learning::run(args, err)?,
        Connect6Command::Match(args) => run_match(args, &clock, out)?,
        Connect6Command::Openings(args) => print_openings(args, out)?,
    }
    Ok(())
}

/// A player by its name; the level and the evaluation are for the engine, `seed` is for all that is random.
fn player(
    name: PlayerName,
    (level, seed): (Level, u64),
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

fn run_serve(
    args: &ServeArgs,
    clock: &Arc<WallClock>,
    streams: (&mut dyn BufRead, &mut dyn Write, &mut dyn Write),
) -> Result<(), Connect6Error> {
    let dialect = match args.protocol {
        ProtocolArg::Sau => Dialect::Sau,
        ProtocolArg::Cloudict => Dialect::Cloudict,
        ProtocolArg::Gomocup => Dialect::Gomocup,
    };
    let first_stone = if args.padded {
        FirstStone::Padded
    } else {
        FirstStone::Short
    };
    let name = args.name.as_deref().unwrap_or(args.player.public_name());
    let mut session = Session::new(dialect, first_stone, name);
    let mut player = player(
        args.player,
        (Level::new(args.level).unwrap_or(Level::MAX), args.seed),
        &evaluation_of(args.network.as_deref())?,
        clock,
    );
    let limits = args.limits.limits(clock.as_ref());
    serve(&mut session, &mut player, limits, clock.as_ref(), streams)?;
    Ok(())
}

fn run_match(
    args: &MatchArgs,
    clock: &Arc<WallClock>,
    out: &mut dyn Write,
) -> Result<(), Connect6Error> {
    let setting = MatchSetting {
        pairs: args.pairs,
        seed: args.seed,
        limits: args.limits.limits(clock.as_ref()),
    };
    let seat = |name, network: &Option<PathBuf>| -> Result<Player, Connect6Error> {
        let evaluation = evaluation_of(network.as_deref())?;
        Ok(player(name, (Level::MAX, args.seed), &evaluation, clock))
    };
    let mut players = [
        seat(args.first, &args.network)?,
        seat(args.second, &args.second_network)?,
    ];
    let score = play_match(&mut players, &setting, clock.as_ref());
    writeln!(out, "{score}")?;
    Ok(())
}

/// Prints each opening as soon as it is found: its turns with blanks between them.
fn print_openings(args: &OpeningsArgs, out: &mut dyn Write) -> io::Result<()> {
    let settings = EvenOpeningSettings {
        count: args.count as usize,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads.count(),
    };
    even_openings(&settings, |turns| {
        let words: Vec<String> = turns.iter().map(Turn::to_string).collect();
        writeln!(out, "{}", words.join(" "))?;
        out.flush()
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        command: Connect6Command,
    }

    fn output(line: &str, input: &str) -> Result<String, Connect6Error> {
        let line =
            Line::try_parse_from(std::iter::once("connect6").chain(line.split(' '))).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        run(&line.command, &mut input.as_bytes(), &mut out, &mut err)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn perft_is_printed() {
        assert_eq!(
            output("perft 2", "").unwrap(),
            "1 turns: 361\n2 turns: 23327820\n"
        );
    }

    #[test]
    fn a_game_is_served_in_both_dialects() {
        let input = "name?\nnew black\nmove IIKK\nquit\n";
        let out = output("serve --depth 1", input).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[..2], ["name Kagetsu", "move JJ"]);
        assert!(
            lines[2].starts_with("move ") && lines[2].len() == 9,
            "{out}"
        );
        let out = output(
            "serve --protocol cloudict --name x",
            "name\nnew black\n\u{1}\nprint\n",
        )
        .unwrap();
        assert_eq!(out.lines().count(), 22);
    }

    #[test]
    fn a_game_is_served_in_the_words_of_gomocup() {
        let input = "START 19\nINFO game_type connect6\nBEGIN\nTURN 8,8 10,10\nEND\n";
        let out = output("serve --protocol gomocup --depth 1", input).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[..2], ["OK", "9,9"]);
        assert_eq!(lines[2].split(&[' ', ',']).count(), 4, "{out}");
    }

    #[test]
    fn the_weak_players_are_served_by_name() {
        for (player, name) in [("greedy", "name Greedy"), ("random", "name Random")] {
            let line = format!("serve --player {player}");
            let input = "name?\nnew white\nmove JJ\nmove AAAC\n";
            let out = output(&line, input).unwrap();
            let lines: Vec<&str> = out.lines().collect();
            assert_eq!(lines[0], name);
            assert_eq!(lines.len(), 3, "{out}");
            assert_eq!(out, output(&line, input).unwrap());
        }
    }

    #[test]
    fn the_lowest_level_is_served_and_repeats_itself() {
        let line = "serve --level 1 --seed 4";
        let input = "new white\nmove JJ\nmove AAAC\nmove SSSQ\n";
        let out = output(line, input).unwrap();
        assert_eq!(out.lines().count(), 3, "{out}");
        assert_eq!(out, output(line, input).unwrap());
        assert_ne!(out, output("serve --level 10 --nodes 20", input).unwrap());
    }

    #[test]
    fn a_turn_is_found_and_bad_turns_are_refused() {
        assert!(
            output("move JJ AASA KJLJ ASSS JKKK AGGA --depth 1", "")
                .unwrap()
                .contains("Threats")
        );
        assert!(matches!(
            output("move JJ JJKK", ""),
            Err(Connect6Error::Game(_))
        ));
        assert!(matches!(
            output("move JJ JJ??", ""),
            Err(Connect6Error::Turn(_))
        ));
    }

    #[test]
    fn openings_are_printed_as_a_tournament_reads_them() {
        let out = output("openings --count 1 --nodes 40 --seed 6", "").unwrap();
        let mut game = Game::new();
        for word in out.split_whitespace() {
            game.play(Turn::parse(word).unwrap()).unwrap();
        }
        assert_eq!((out.lines().count(), game.turns().len()), (1, 3), "{out}");
    }

    #[test]
    fn a_match_is_scored() {
        let out = output("match --first greedy --second random --pairs 2", "").unwrap();
        assert!(out.starts_with("4 wins, 0 draws, 0 losses"), "{out}");
    }
}
