//! The options of the games, which `tournament` and `tune` share. In a settings file they have the same names.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use kagetsu_arena::openings::Shuffle;
use kagetsu_arena::settings::{DrawRule, ResignRule};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::seconds::Seconds;

use super::clock_text::TimeControlArgument;
use super::engine_text::EngineEntry;
use super::game_name::GameName;
use super::toml_value::{engines, parsed};

/// What decides which games are played and how.
#[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct GameOptions {
    /// An engine: PROGRAM or KEY=VALUE,..; see below
    #[arg(long, value_name = "ENGINE")]
    #[serde(deserialize_with = "engines")]
    pub(crate) engine: Vec<EngineEntry>,
    /// Folder for all files that are written
    #[arg(long, value_name = "DIR")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) out: Option<PathBuf>,
    /// The game [default: gomoku]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) game: Option<GameName>,
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9 [default: freestyle]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) rule: Option<Rule>,
    /// Board size, from 5 to 22 [default: 15]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) size: Option<usize>,
    /// File of openings: offset or pos lines, psq, SGF, a library of `RenLib`, a journal or PGN with moves; for Reversi and Connect6 a list of moves on each line
    #[arg(long, value_name = "FILE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) openings: Option<PathBuf>,
    /// Most stones to take from each opening, for files of whole games
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) opening_stones: Option<usize>,
    /// Order of the openings [default: sequential, in tune random]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) order: Option<Shuffle>,
    /// Turn or mirror each opening at random, as tune always does
    #[arg(long)]
    pub(crate) symmetries: bool,
    /// Seed of all random choices [default: 0, in tune 1]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) seed: Option<u64>,
    /// Let the engines choose the opening and the colours by swap2
    #[arg(long)]
    pub(crate) swap2: bool,
    /// Time control; see below
    #[arg(long, value_name = "TC")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) tc: Option<TimeControlArgument>,
    /// Nodes to search for each move
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) nodes: Option<u64>,
    /// Depth of the search for each move, in plies
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) depth: Option<u32>,
    /// Time by which a move may exceed its limit, or all moves together the clock of the game, without losing
    /// [default: 1000]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) tolerance: Option<u64>,
    /// Longest time to start, to answer START, and to answer a move that has no time limit [default: 30]
    #[arg(long, value_name = "SECONDS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) patience: Option<Seconds>,
    /// Memory that each engine is told it may use, 0 for no limit [default: 350]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) memory: Option<u64>,
    /// How far the process tree of an engine may exceed its memory without losing, in per cent [default: 10]
    #[arg(long, value_name = "PERCENT")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) memory_tolerance: Option<u32>,
    /// Most space that the folder of an engine may take [default: no limit]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) folder_limit: Option<u64>,
    /// Time between the move of an engine and the next line that it is sent [default: 0]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) pause: Option<u64>,
    /// Suspend the process of the engine that is not to move (not on Windows)
    #[arg(long)]
    pub(crate) suspend: bool,
    /// Pin each worker and its engines to its own processors (Linux); two runs at once take the same ones
    #[arg(long)]
    pub(crate) pin: bool,
    /// Keep the processes from one game to the next: quicker, but what an engine remembers of earlier games changes its moves,
    /// so that --nodes and --depth no longer make games that can be repeated; not with --shard
    #[arg(long)]
    pub(crate) keep_processes: bool,
    /// Adjudicate a draw at this number of stones; Piskvork does so when 25 points are left, at 200 stones on 15x15
    #[arg(long, value_name = "STONES")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) draw_after: Option<usize>,
    /// Adjudicate a draw when, from STONES stones on, both engines report scores within SCORE of zero for MOVES successive
    /// moves, those of both engines counted together (two or more)
    #[arg(long, value_name = "STONES,MOVES,SCORE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) adjudicate_draw: Option<DrawRule>,
    /// Adjudicate a loss when both engines agree on a score of SCORE or more for MOVES successive moves,
    /// those of both engines counted together (two or more)
    #[arg(long, value_name = "MOVES,SCORE")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) resign: Option<ResignRule>,
    /// Games played at the same time [default: physical cores minus one, divided by the most threads of an engine]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) concurrency: Option<usize>,
    /// Stop at the first fault, whose game is kept; with --resume, at the next one
    #[arg(long)]
    pub(crate) strict: bool,
}

impl GameOptions {
    /// The seed of all random choices.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }
}
