//! The command line of `tune`. The options of the games are those of `tournament`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use crate::tournament::{EngineEntry, TimeControlArgument, TournamentSettings};
use kagetsu_arena::openings::Shuffle;
use kagetsu_arena::settings::{DrawRule, ResignRule};
use kagetsu_arena::tuning::{DEFAULT_RATE, is_rate};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;
use kagetsu_kernel::seconds::Seconds;

/// Most pairs of an iteration: its games are held in memory until its values are computed.
const MAX_PAIRS: i64 = 65_536;

/// The text below the options in the help.
const AFTER_HELP: &str = "\
Example, with an engine that was built with `cargo build --release --features tune`:

  pbrain-kagetsu tune --list > parameters.toml        # then delete what is not to be tuned
  pbrain-kagetsu tune --engine cmd=self --parameters parameters.toml --nodes 20000 \\
      --openings scripts/openings/freestyle15.txt --iterations 1000 --out tuning

The file of --parameters is TOML, one table for each parameter:

  [[parameter]]
  name = \"lmr_factor\"   # key of the INFO line: INFO lmr_factor 95
  value = 95            # initial value
  min = 10              # bounds; all values that are sent are whole numbers
  max = 120
  step = 5              # size of the variation in the last iteration: large enough to cost some Elo
  r = 0.002             # learning rate of this parameter (default: --rate)

Step and rate fall during the run; the file gives their values in the last iteration, as in the test frameworks of chess
engines. In the first of 1000 iterations a parameter is varied by twice its step and moves twice as fast. Good values
need many games. 1000 iterations of 8 pairs are 16,000 games: a parameter whose two variations differ by 10 Elo then
moves by about 1.6 steps, and one without any effect by about 0.3 steps at random. With fewer games --rate must be
higher, and the noise is greater.

A value is rounded up with the probability of its fraction, at random for each pair. With --nodes or --depth the same
seed gives the same values for any --concurrency. A pair with a fault of an engine does not count; it is reported and
its games are kept. The tuning stops if all pairs of an iteration have faults.

DIR receives tuning.json (all settings), iterations.jsonl (one line for each iteration; all else is computed from it),
faults.jsonl (games with faults), tuned.toml (the present values, in the form of --parameters), report.txt and
paths.svg. A run that was killed at any moment continues by the same command with --resume; the unfinished iteration is
played again.

Many machines can play one tuning: each plays a part of the pairs of an iteration (--shard 2/4 --shard-games FILE), then
--merge FILE .. updates the values, and so on; scripts/cluster.py does that. With --nodes or --depth the values are those
of one machine.

--engine and --tc are those of `tournament`; see its help.

Exit codes: 0 all iterations are played, 1 failure, 2 bad input, 3 stopped by faults, 130 interrupted.";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, args_override_self = true)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct TuneArgs {
    /// Print a file of all parameters of this program's search to begin with, and play nothing
    #[arg(long)]
    pub(super) list: bool,
    /// The engine: PROGRAM or KEY=VALUE,..; it must accept the parameters as INFO keys
    #[arg(long, value_name = "ENGINE")]
    pub(super) engine: Vec<EngineEntry>,
    /// File of the parameters to tune (TOML); see below
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    /// Folder for all files of the tuning
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue the tuning in DIR, or begin it if there is none yet
    #[arg(long)]
    pub(super) resume: bool,
    /// Number of iterations; step and rate depend on it, so it cannot be changed later
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    pub(super) iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=MAX_PAIRS))]
    pub(super) pairs: u32,
    /// Learning rate in the last iteration of parameters without r
    #[arg(long, value_name = "R", default_value_t = DEFAULT_RATE, value_parser = rate)]
    pub(super) rate: f64,
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9 [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Board size, from 5 to 22 [default: 15]
    #[arg(long)]
    size: Option<usize>,
    /// File of openings: offset or pos lines, psq or SGF; they are used in random order, turned or mirrored at random
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Most stones to take from each opening, for files of whole games
    #[arg(long, value_name = "N", requires = "openings")]
    opening_stones: Option<usize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Time control; see `tournament`
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControlArgument>,
    /// Nodes to search for each move
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth of the search for each move, in plies
    #[arg(long)]
    depth: Option<u32>,
    /// Time by which a move may exceed its limit, or all moves together the clock of the game, without losing
    /// [default: 1000]
    #[arg(long, value_name = "MS")]
    tolerance: Option<u64>,
    /// Longest time to start, to answer START, and to answer a move that has no time limit [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<Seconds>,
    /// Memory that each engine is told it may use, 0 for no limit [default: 350]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// How far the process tree of an engine may exceed its memory without losing, in per cent [default: 10]
    #[arg(long, value_name = "PERCENT")]
    memory_tolerance: Option<u32>,
    /// Time between the move of an engine and the next line that it is sent [default: 0]
    #[arg(long, value_name = "MS")]
    pause: Option<u64>,
    /// Pin each worker and its engines to its own processors (Linux); two tunings at once take the same ones
    #[arg(long)]
    pin: bool,
    /// Adjudicate a draw at this number of stones
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,
    /// Adjudicate a draw when, from STONES stones on, both engines report scores within SCORE of zero for MOVES successive
    /// moves, those of both engines counted together (two or more)
    #[arg(long, value_name = "STONES,MOVES,SCORE")]
    adjudicate_draw: Option<DrawRule>,
    /// Adjudicate a loss when both engines agree on a score of SCORE or more for MOVES successive moves,
    /// those of both engines counted together (two or more)
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<ResignRule>,
    /// Games played at the same time [default: physical cores minus one, divided by the threads of the engine]
    #[arg(long)]
    concurrency: Option<usize>,
    /// Play only this part of the pairs of the next iteration, such as 2/4 for the second of four, and write the games to
    /// --shard-games; the folder of --out is only read
    #[arg(long, value_name = "I/N", requires = "shard_games", conflicts_with_all = ["resume", "merge"])]
    pub(super) shard: Option<Shard>,
    /// File for the games of a shard
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub(super) shard_games: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// Finish the next iteration by the games of all its shards; nothing is played
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "resume")]
    pub(super) merge: Vec<PathBuf>,
    /// Stop at the first fault; its game is kept
    #[arg(long)]
    pub(super) strict: bool,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if is_rate(rate) => Ok(rate),
        _ => Err(format!("'{text}' is not a number above 0")),
    }
}

impl TuneArgs {
    /// The files that are read.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.parameters.iter().chain(&self.openings)
    }

    /// The time in which an idle engine must answer, if it is given.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.patience.map(|seconds| seconds.0)
    }

    /// These options as the settings of a tournament's games.
    pub(super) fn settings(&self) -> TournamentSettings {
        TournamentSettings {
            engine: self.engine.clone(),
            out: self.out.clone(),
            rule: self.rule,
            size: self.size,
            openings: self.openings.clone(),
            opening_stones: self.opening_stones,
            order: Some(Shuffle::Random),
            symmetries: true,
            seed: Some(self.seed),
            tc: self.tc,
            nodes: self.nodes,
            depth: self.depth,
            tolerance: self.tolerance,
            patience: self.patience,
            memory: self.memory,
            memory_tolerance: self.memory_tolerance,
            pause: self.pause,
            pin: self.pin,
            draw_after: self.draw_after,
            adjudicate_draw: self.adjudicate_draw,
            resign: self.resign,
            concurrency: self.concurrency,
            ..TournamentSettings::default()
        }
    }
}
