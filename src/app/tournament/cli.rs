//! What the command line of `tournament` looks like, and its settings file, which has the same words.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use kagetsu_arena::schedule::Format;
use kagetsu_gomoku::board::Rule;

use kagetsu_kernel::Shard;
use kagetsu_kernel::seconds::Seconds;

use super::clock_text::TimeControlArgument;
use super::engine_text::EngineEntry;
use super::game_name::GameName;
use super::rule_text::{AnchorText, DrawText, ResignText};
use super::sprt_text::SprtText;
use super::toml_value::{engines, parsed, parsed_list};
use super::word_text::OrderText;

/// What stands below the options in the help.
pub(crate) const AFTER_HELP: &str = "\
Engines: --engine cmd=PROGRAM [ARGUMENTS][,name=..][,protocol=..][,dir=..][,folder=..][,memory=MIB][,threads=..][,pause=MS]
[,nodes=..][,depth=..][,tc=..][,option.KEY=VALUE..]. It runs in dir and is told of folder (INFO folder), in which it
may keep files. A comma inside a value is written \\, and cmd=self is this program. What an engine says of time, nodes,
depth, memory and pause goes before the settings of all.

Time: --tc [GAME/]TURN[+INCREMENT] in seconds, 0 for no limit: 0.5 is half a second for each move, 60/1 a minute for
the game and at most a second for each move, 60/0+0.1 a minute and a tenth of a second more after each move.

Games: Gomoku engines speak the Gomocup protocol. With --game reversi they speak protocol=gtp (the default) or nboard,
with --game connect6 protocol=sau (the default) or cloudict; cmd=self is then this program as a server of that protocol.
GTP tells limits of whole seconds, nboard and cloudict tell depth, and sau tells no limit: give the limit in the
engine's own arguments. An option.KEY is a command (nboard: set KEY VALUE). Without --openings the games begin with
random moves that depend on --seed; engines that speak sau cannot be given an opening and begin on the empty board.

The file of --config is TOML: the long options without dashes as keys, [[engine]] tables with the keys of --engine.
What is given on the command line goes before the file, and of an option that comes twice the last counts.

DIR gets tournament.json (all settings), games.jsonl (one line for each game, from which all else can be made),
games.sgf, games.pgn, psq/ (Gomoku alone), report.txt and with --html report.html. Killed at any moment, the same command with
--resume goes on; games in flight are played again.

Ctrl-C ends the games in flight without result and keeps everything else; so does a decided test, and a fault under
--strict.

Exit codes: 0 the tournament has ended (with --sprt: H1 is accepted), 1 failure, 2 bad input, 3 stopped by a fault
under --strict, 4 SPRT has accepted H0, 5 all games are played and SPRT has no verdict, 130 interrupted.";

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, args_override_self = true)]
pub(crate) struct TournamentArgs {
    /// Settings file (TOML)
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Go on with the tournament in DIR, or begin it if DIR is empty
    #[arg(long)]
    pub(super) resume: bool,
    /// Make the report of the tournament in DIR anew and print it; nothing is played
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "config", "resume", "out"])]
    pub(super) report: Option<PathBuf>,
    /// Play only this part of the games, such as 2/4 for the second of four; --merge joins the folders of all parts
    #[arg(long, value_name = "PART", conflicts_with = "report")]
    pub(super) shard: Option<Shard>,
    /// Join the folders of all shards of a tournament to the folder of --out, and print its report; nothing is played
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out",
        conflicts_with_all = ["engine", "config", "resume", "report", "shard"])]
    pub(super) merge: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) settings: TournamentSettings,
}

/// What can be said on the command line as well as in a file.
#[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct TournamentSettings {
    /// An engine: PROGRAM or KEY=VALUE,..; see below
    #[arg(long, value_name = "ENGINE")]
    #[serde(deserialize_with = "engines")]
    pub(crate) engine: Vec<EngineEntry>,
    /// Folder for everything that the tournament writes
    #[arg(long, value_name = "DIR")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) out: Option<PathBuf>,
    /// gomoku, reversi or connect6 [default: gomoku]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) game: Option<GameName>,
    /// freestyle, standard, renju, caro or caro-exact, or the protocol's number 0, 1, 4, 8 or 9 [default: freestyle]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) rule: Option<Rule>,
    /// Side of the board, from 5 to 22 [default: 15]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) size: Option<usize>,
    /// Games of each pairing, an even number: every opening is played with both colours [default: 2]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) games: Option<u32>,
    /// round-robin, gauntlet (the first engine against the others) or gauntlet:N (the first N) [default: round-robin]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) format: Option<Format>,
    /// Openings: offset or pos lines, psq or SGF; for Reversi and Connect6 a list of moves on each line
    #[arg(long, value_name = "FILE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) openings: Option<PathBuf>,
    /// Order of the openings: sequential or random [default: sequential]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) order: Option<OrderText>,
    /// Turn or mirror each opening at random
    #[arg(long)]
    pub(crate) symmetries: bool,
    /// Seed of all random choices [default: 0]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) seed: Option<u64>,
    /// The engines agree on the opening by swap2
    #[arg(long)]
    pub(crate) swap2: bool,
    /// Time control; see below
    #[arg(long, value_name = "TC")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) tc: Option<TimeControlArgument>,
    /// Positions to visit for each move
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) nodes: Option<u64>,
    /// Depth to reach for each move, in plies
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) depth: Option<u32>,
    /// How far a limit in time may be overrun [default: 1000]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) tolerance: Option<u64>,
    /// Longest time to start, to answer START, and to answer a move without limit in time [default: 30]
    #[arg(long, value_name = "SECONDS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) patience: Option<Seconds>,
    /// Memory of the process tree of each engine, 0 for no limit [default: 350]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) memory: Option<u64>,
    /// What the folder of an engine may hold [default: no limit]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) folder_limit: Option<u64>,
    /// Time to wait after the move of an engine before it is sent anything [default: 0]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) pause: Option<u64>,
    /// Suspend the engine that is not to move
    #[arg(long)]
    pub(crate) suspend: bool,
    /// Bind each worker and its engines to processors of their own (Linux)
    #[arg(long)]
    pub(crate) pin: bool,
    /// Keep the processes from one game to the next
    #[arg(long)]
    pub(crate) keep_processes: bool,
    /// A draw once so many stones lie on the board
    #[arg(long, value_name = "STONES")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) draw_after: Option<usize>,
    /// A draw when, from STONES on, MOVES successive moves are valued within SCORE of zero by both engines
    #[arg(long, value_name = "STONES,MOVES,SCORE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) adjudicate_draw: Option<DrawText>,
    /// A loss when over MOVES successive moves both engines agree on SCORE or more
    #[arg(long, value_name = "MOVES,SCORE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) resign: Option<ResignText>,
    /// Games played at the same time [default: physical cores minus one, over the most threads of an engine]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) concurrency: Option<usize>,
    /// Stop as soon as a sequential test is decided: elo0=..,elo1=.. and, if wanted,
    /// alpha=.., beta=.., model=logistic|normalized
    #[arg(long, value_name = "TEST")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) sprt: Option<SprtText>,
    /// Stop at the first fault, which is kept; with --resume, at the next one
    #[arg(long)]
    pub(crate) strict: bool,
    /// An engine whose rating is known
    #[arg(long, value_name = "NAME=ELO")]
    #[serde(deserialize_with = "parsed_list")]
    pub(crate) anchor: Vec<AnchorText>,
    /// Write report.html too
    #[arg(long)]
    pub(crate) html: bool,
}

impl TournamentSettings {
    /// The seed of all random choices.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }
}
