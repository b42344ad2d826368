//! What the command line of `tune` looks like. Options of the games are those of `tournament`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::tournament::{
    DrawText, EngineEntry, OrderText, ResignText, TimeControlArgument, TournamentSettings,
};
use kagetsu_arena::openings::Shuffle;
use kagetsu_arena::tuning::{DEFAULT_RATE, is_rate};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::seconds::Seconds;

/// What stands below the options in the help.
const AFTER_HELP: &str = "\
Example, with an engine that was built with `cargo build --release --features tune`:

  pbrain-kagetsu tune --list > parameters.toml        # then leave in it what is to be tuned
  pbrain-kagetsu tune --engine cmd=self --parameters parameters.toml --nodes 20000 \\
      --openings scripts/openings/freestyle15.txt --iterations 1000 --out tuning

The file of --parameters is TOML, a table for each number:

  [[parameter]]
  name = \"lmr_factor\"   # the key: INFO lmr_factor 95
  value = 95            # where it starts
  min = 10              # bounds, which are whole numbers as all values that are sent
  max = 120
  step = 5              # by how much it is varied in the end: enough to be felt, some Elo
  r = 0.002             # its learning rate, if not that of --rate

Step and rate are what they have fallen to in the last iteration, as in the test frameworks of chess engines. In the
first of 1000 a number is varied by twice its step and moves twice as fast. Good values need many games: 1000 iterations
of 8 pairs are 16,000, in which a number whose two sides differ by 10 Elo moves by some 1.6 steps, and one that is worth
nothing by some 0.3 either way. With fewer games --rate must be higher, and more of the movement is chance.

Values are rounded up with the probability of their fraction, at random for each pair. With --nodes or --depth the same
seed gives the same values for any --concurrency. A pair in which an engine is at fault counts for nobody, is told and
kept; if all pairs of an iteration are such, the tuning stops.

DIR gets tuning.json (all settings), iterations.jsonl (one line for each iteration, from which all else can be made),
faults.jsonl (games with faults), tuned.toml (the parameters as they are now, in the form of --parameters), report.txt
and paths.svg. Killed at any moment, the same command with --resume goes on; the iteration in flight is played again.

--engine and --tc are those of `tournament`, see its help.

Exit codes: 0 all iterations are played, 1 failure, 2 bad input, 3 stopped by faults, 130 interrupted.";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, args_override_self = true)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct TuneArgs {
    /// Print the file of parameters for all numbers of this program's search, to begin with; nothing is played
    #[arg(long)]
    pub(super) list: bool,
    /// The engine: PROGRAM or KEY=VALUE,..; it must take the parameters as INFO keys
    #[arg(long, value_name = "ENGINE")]
    pub(super) engine: Vec<EngineEntry>,
    /// What is tuned (TOML); see below
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    /// Folder for everything that the tuning writes
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the tuning in DIR, or begin it if DIR is empty
    #[arg(long)]
    pub(super) resume: bool,
    /// Number of iterations; step and rate fall with it, so that it must be known beforehand
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    pub(super) iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..))]
    pub(super) pairs: u32,
    /// Learning rate of the last iteration for parameters without r
    #[arg(long, value_name = "R", default_value_t = DEFAULT_RATE, value_parser = rate)]
    pub(super) rate: f64,
    /// freestyle, standard, renju, caro or caro-exact, or the protocol's number 0, 1, 4, 8 or 9 [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Side of the board, from 5 to 22 [default: 15]
    #[arg(long)]
    size: Option<usize>,
    /// Openings: offset or pos lines, psq or SGF; they come in random order, turned or mirrored at random
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Time control; see `tournament`
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControlArgument>,
    /// Positions to visit for each move
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth to reach for each move, in plies
    #[arg(long)]
    depth: Option<u32>,
    /// How far a limit in time may be overrun [default: 1000]
    #[arg(long, value_name = "MS")]
    tolerance: Option<u64>,
    /// Longest time to start, to answer START, and to answer a move without limit in time [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<Seconds>,
    /// Memory of the process tree of each engine, 0 for no limit [default: 350]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Time to wait after the move of an engine before it is sent anything [default: 0]
    #[arg(long, value_name = "MS")]
    pause: Option<u64>,
    /// Bind each worker and its engines to processors of their own (Linux)
    #[arg(long)]
    pin: bool,
    /// A draw once so many stones lie on the board
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,
    /// A draw when, from STONES on, MOVES successive moves are valued within SCORE of zero by both engines
    #[arg(long, value_name = "STONES,MOVES,SCORE")]
    adjudicate_draw: Option<DrawText>,
    /// A loss when over MOVES successive moves both engines agree on SCORE or more
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<ResignText>,
    /// Games played at the same time [default: physical cores minus one, over the threads of the engine]
    #[arg(long)]
    concurrency: Option<usize>,
    /// Stop at the first fault, which is kept
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
    /// The same as settings of a tournament, as far as its games go.
    pub(super) fn settings(&self) -> TournamentSettings {
        TournamentSettings {
            engine: self.engine.clone(),
            out: self.out.clone(),
            rule: self.rule,
            size: self.size,
            openings: self.openings.clone(),
            order: Some(OrderText(Shuffle::Random)),
            symmetries: true,
            seed: Some(self.seed),
            tc: self.tc,
            nodes: self.nodes,
            depth: self.depth,
            tolerance: self.tolerance,
            patience: self.patience,
            memory: self.memory,
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
