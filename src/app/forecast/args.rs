//! The command line of `forecast`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::search_args::Threads;
use crate::setting::{Setting, parse_setting};
use crate::value::{StoneRange, at_least};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::Overwrite;
use kagetsu_notation::encoding::TextEncoding;

/// The text below the options in the help.
const AFTER_HELP: &str = "\
The scores are scaled so that the loss is least, since a score of 100 does not mean the same to every search. Positions
in which a five can be made or must be stopped are left out, because every search sees them; --after-opening keeps them.
A proved win counts as 99 %.

To compare two builds, let the first write its scores and the second read them:

  old/pbrain-kagetsu forecast games.jsonl --out old.jsonl
  new/pbrain-kagetsu forecast games.jsonl --against old.jsonl

Two settings of one build are compared in the same way, with --option.

The difference is computed position by position, so its error is several times smaller than that of the losses. Confirm
the result by games: good scores do not guarantee good moves, and games at few nodes do not tell which of two deep
searches is better. The comparison misleads for two networks with different training targets: a network trained more
towards the results predicts them better and may play worse.";

/// Arguments of `forecast`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ForecastArgs {
    /// Games with results, best of several engines: journals of tournaments (`games.jsonl`), SGF, psq and all that `analyse`
    /// reads, or folders
    #[arg(required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Rule of games that name none or one that is not known (default: renju for libraries, else freestyle); journals
    /// name theirs
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board of games that name none, such as 15 or 20x15
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// Encoding of texts that name none and are not UTF-8, such as GBK or EUC-KR (default: a guess)
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<TextEncoding>,
    /// Most positions
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least::<1>)]
    pub(super) positions: usize,
    /// Most positions of one game
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = at_least::<1>)]
    pub(super) per_game: usize,
    /// Stones on the board: one number, or a range such as 8..44
    #[arg(long, value_name = "LOW..HIGH", default_value = "8..44")]
    pub(super) stones: StoneRange,
    /// Moves left until the end of the game, a number or a range as well; near the end every search predicts the result
    #[arg(long, value_name = "LOW..HIGH", default_value = "6..400")]
    pub(super) left: StoneRange,
    /// Take the position after the opening of every game and no other
    #[arg(long, conflicts_with_all = ["per_game", "stones", "left"])]
    pub(super) after_opening: bool,
    /// Nodes to search for each score
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Setting of the engine, named as in INFO lines: `hash_size=4096`, or `evaluation=FILE` for a network; may be given
    /// several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) options: Vec<Setting>,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// File for the scores, one JSON object a line: rule, size, moves, points, score, proved
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// Compare with the scores in this file, which must be of the same positions
    #[arg(long, value_name = "FILE")]
    pub(super) against: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) threads: Threads,
}
