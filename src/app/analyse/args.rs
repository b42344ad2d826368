//! The command line of `analyse`.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, value_parser};

use kagetsu_analysis::search::Effort;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::SearchMethod;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;
use kagetsu_notation::encoding::TextEncoding;

use crate::listen_address::ListenAddress;
use crate::search_args::{LimitArgs, Threads};
use crate::value::line_count;

const AFTER_HELP: &str = "\
The loss of a move is the difference in the probability to win between the best move and the one that was played: an
inaccuracy from 5 %, a mistake from 10 %, a blunder from 20 %. The accuracy of a player is the mean over the moves of
the player of 1 - loss / 20 %, at least 0 for each move: a best move counts 100 %, a blunder 0 %. A move does not count
where the chances were below 5 % before it: it could lose nothing.

Of an SGF game the main line is reviewed, of a library of RenLib the main line or, with --library-lines, the first N
lines in the order of the file. With --nodes or --depth alone the result is the same every time, whatever the number of
threads, and that of all shards is that of one run: their files joined by `cat` are the file of the whole review, which
--resume reads to write tables, page and SGF without a search.

Exit code: 0 when everything is done, 2 when a file or a game could not be used (the others are reviewed all the same)
or for other bad input, 130 when the review was broken off (what is done is kept), 1 for any other failure.";

/// What `--threads` is here.
const THREADS: &str =
    "Positions that are searched at the same time (default: one for each processor)";

/// Arguments of `analyse`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, mut_arg("threads", |threads| threads.help(THREADS)))]
pub(crate) struct AnalyseArgs {
    /// Games: SGF, psq, rec, sav, PGN with moves, samples of c-gomoku-cli, journals of tournaments (games.jsonl), libraries
    /// of `RenLib`, moves (a game a line), or a position; or folders, of which .sgf, .psq, .rec, .sav, .pgn and .lib are read,
    /// and of that of a tournament `games.jsonl` alone; `-` reads standard input, and moves such as `h8i9j10` can be typed
    // An empty one is told of as an empty position is, and not by the parser of paths.
    #[arg(required_unless_present_any = ["serve", "listen"], value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(super) files: Vec<PathBuf>,
    /// Review only the position after so many moves of each game
    #[arg(long, value_name = "N", conflicts_with = "serve")]
    pub(super) at: Option<usize>,
    /// Encoding of texts that name none and are not UTF-8, such as GBK or EUC-KR (default: a guess)
    #[arg(long, value_name = "NAME", conflicts_with = "serve")]
    pub(super) encoding: Option<TextEncoding>,
    /// Answer queries from standard input, one JSON object a line; the other options are the defaults of a query
    #[arg(long, conflicts_with_all = ["files", "json", "out", "html", "sgf", "resume", "library_lines"])]
    pub(super) serve: bool,
    /// Answer the queries over HTTP at this address instead, such as 127.0.0.1:8001 or 8001
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<ListenAddress>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// Search the moves that are found to be faults again, with N times the nodes and the time; their judgement is that of
    /// the second search
    #[arg(long, value_name = "N", conflicts_with = "serve", value_parser = value_parser!(u32).range(2..=10_000))]
    pub(super) deepen: Option<u32>,
    /// Best moves to compare in each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = line_count())]
    pub(super) lines: u16,
    /// How to search: alphabeta, or mcts for Monte Carlo tree search over the same network, for which a node is a playout;
    /// it tells the visits, priors and values of the moves with --json, and of one position with --at
    #[arg(long, value_name = "SEARCH", default_value_t)]
    pub(super) search: SearchMethod,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Rule of games that give none (default: renju for libraries, else freestyle)
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Board size of games that give none, such as 15 or 20x15 (default: 15)
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// Most lines of a library
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    pub(super) library_lines: u32,
    /// Print JSON lines instead of tables
    #[arg(long)]
    pub(super) json: bool,
    /// Write the JSON lines to this file, each as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Continue the file of --out, which was begun with the same files and options; begin it if it does not exist; --force is
    /// then for --html and --sgf alone
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Review only this part of the games, such as 2/4 for the second of four; the files of --out, one after the other, are
    /// that of the whole review
    #[arg(long, value_name = "PART", conflicts_with = "serve")]
    pub(super) shard: Option<Shard>,
    /// Write one page for a browser, with boards, the curve of the win probability and the mistakes
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write the games as SGF, with comments, marks and better lines
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

impl AnalyseArgs {
    /// How much to search.
    pub(super) fn effort(&self) -> Effort {
        Effort {
            time: self.limits.time_or_usual(),
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            lines: self.lines.into(),
            search: self.search,
        }
    }
}
