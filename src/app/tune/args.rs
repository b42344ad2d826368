//! The command line of `tune`. The options of the games are those of `tournament`.

use std::path::PathBuf;
use std::slice;

use clap::{Args, value_parser};

use crate::error::CommandError;
use crate::tournament::{GameName, GameOptions, recorded_options, resume_missing, resume_nothing};
use kagetsu_arena::openings::Shuffle;
use kagetsu_arena::tuning::{
    DEFAULT_RATE, SpsaPlan, TuningError, TuningFolder, TuningManifest, is_rate,
};
use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;

/// Most pairs of an iteration: its games are held in memory until its values are computed.
const MAX_PAIRS: i64 = 65_536;
const DEFAULT_PLAN: SpsaPlan = SpsaPlan {
    iterations: 1000,
    pairs: 8,
    rate: DEFAULT_RATE,
    seed: 1,
};

/// The text below the options in the help.
const AFTER_HELP: &str = "\
The engine must be built with `cargo build --release --features tune`.

The file of --parameters is TOML, one table for each parameter:

  [[parameter]]
  name = \"lmr_factor\"   # key of the INFO line: INFO lmr_factor 95
  value = 95            # initial value
  min = 10              # bounds; all values that are sent are whole numbers
  max = 120
  step = 5              # last variation: large enough to cost some Elo
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
paths.svg. A run that was killed at any moment continues by the same command with --resume, or by --resume and --out
alone; the unfinished iteration is played again.

Many machines can play one tuning: each plays a part of the pairs of an iteration (--shard 2/4 --shard-games FILE), then
--merge FILE .. updates the values, and so on; scripts/cluster.py does that. With --nodes or --depth the values are those
of one machine.

--engine and --tc are those of `tournament`; see its help. There is one engine, and it must accept the parameters as INFO
keys. A key that the manager itself sends in these games, such as max_node with --nodes, is refused.

Exit codes: 0 all iterations are played, 1 failure, 2 bad input, 3 stopped by faults, 130 interrupted.";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, args_override_self = true)]
pub(crate) struct TuneArgs {
    /// Print a file of all parameters of this program's search to begin with, and play nothing
    #[arg(long)]
    pub(super) list: bool,
    /// File of the parameters to tune (TOML); see below
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    /// Continue the tuning in DIR, or begin it if there is none yet. Without --engine all settings are taken from DIR,
    /// --concurrency, --pin and --strict too
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// Number of iterations; step and rate depend on it, so it cannot be changed later [default: 1000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// Pairs of games in each iteration [default: 8]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_PAIRS))]
    pairs: Option<u32>,
    /// Learning rate in the last iteration of parameters without r [default: 0.002]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f64>,
    #[command(flatten)]
    games: GameOptions,
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
        self.parameters.iter().chain(&self.games.openings)
    }

    /// The settings in the folder that is to go on, where no engine is named.
    pub(super) fn recorded(&self) -> Result<Option<TuningManifest>, CommandError> {
        if !self.resume || !self.games.engine.is_empty() {
            return Ok(None);
        }
        let folder = self.games.out.as_deref();
        let folder = folder.ok_or_else(resume_nothing)?;
        let found = TuningFolder::settings(folder).map_err(TuningError::from)?;
        let needed = "--engine and --parameters FILE";
        found
            .map(Some)
            .ok_or_else(|| resume_missing(folder, needed))
    }

    /// The options of the games, completed from the folder. The openings of a file come in random order and, where the game
    /// is Gomoku, each is turned or mirrored at random.
    pub(super) fn games(&self, recorded: Option<&TuningManifest>) -> GameOptions {
        let mut games = self.games.clone();
        let seed = self.plan(recorded).seed;
        if let Some(was) = recorded {
            let (engines, openings) = (slice::from_ref(&was.engine), was.openings.as_ref());
            let options = recorded_options(engines, &was.game, openings, seed, was.run);
            games = games.or(options);
        }
        if games.openings.is_some() {
            games.order.get_or_insert(Shuffle::Random);
            games.symmetries |= games.game.unwrap_or_default() == GameName::Gomoku;
        }
        games.seed = Some(seed);
        games
    }

    /// The plan, completed from the folder.
    pub(super) fn plan(&self, recorded: Option<&TuningManifest>) -> SpsaPlan {
        let usual = recorded.map_or(DEFAULT_PLAN, |manifest| manifest.plan);
        SpsaPlan {
            iterations: self.iterations.unwrap_or(usual.iterations),
            pairs: self.pairs.unwrap_or(usual.pairs),
            rate: self.rate.unwrap_or(usual.rate),
            seed: self.games.seed.unwrap_or(usual.seed),
        }
    }
}
