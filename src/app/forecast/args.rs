//! What the command line of `forecast` looks like.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::setting::{Setting, parse_setting};
use crate::value::StoneRange;

/// What stands below the options in the help.
const AFTER_HELP: &str = "\
The scale of the scores is the one at which the loss is least, as a score of 100 may mean more to one search than to
another. Positions with a five to make or to stop are left out: everybody sees those. A proved win counts as 99 %.

To compare two builds, or two settings of one, let the first write its scores and the second read them:

  old/pbrain-kagetsu forecast games.jsonl --out old.jsonl
  new/pbrain-kagetsu forecast games.jsonl --against old.jsonl

or the same build with --option.

The difference is of the same positions, one by one, so that its error is several times smaller than that of the losses.
Confirm what it shows by games: scores are not moves, and games at few nodes do not tell which of two deep searches is
better. It misleads where two networks were learned towards different goals: one that leans to results foretells them
better and may play worse.";

/// Arguments of `forecast`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ForecastArgs {
    /// Journals of tournaments (`games.jsonl`), best with games of several engines
    #[arg(required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Most positions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(super) positions: usize,
    /// Most positions of one game
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(super) per_game: usize,
    /// Stones on the board: one number, or the least and the most with two dots between them
    #[arg(long, value_name = "A..B", default_value = "8..44")]
    pub(super) stones: StoneRange,
    /// Stones still to come until the end of the game, in the same form; the last few foretell the result to everybody
    #[arg(long, value_name = "A..B", default_value = "6..400")]
    pub(super) left: StoneRange,
    /// Positions to visit for each score
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(super) nodes: u64,
    /// Setting of the engine, named as in INFO lines: `hash_size=4096`, or `evaluation=FILE` for a network; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) options: Vec<Setting>,
    /// What decides which positions are taken
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// File for the scores, one JSON object a line: rule, size, moves, points, score, proved
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Compare with the scores in this file, which must be of the same positions
    #[arg(long, value_name = "FILE")]
    pub(super) against: Option<PathBuf>,
    /// Threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
}
