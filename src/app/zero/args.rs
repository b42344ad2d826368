//! The command line of `zero`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use kagetsu_kernel::Shard;
use kagetsu_kernel::file::Overwrite;
use kagetsu_zero::recipe::MOST_GENERATIONS;
use kagetsu_zero::run::MissingState;

use crate::search_args::Threads;

/// What all commands say of their exit code but `zero serve`, which nobody breaks off.
macro_rules! exit_code {
    () => {
        "Exit code: 0 when everything is done, 2 for bad input, 130 when it was broken off, 1 for any other failure."
    };
}

/// What the commands that play and learn say.
macro_rules! exit_codes {
    () => {
        concat!(
            "\
The bytes of games and networks depend on the recipe alone (in a distilled run also on its data), not on the number of threads
and shards; a network learned with --new-optimiser is another one. A run that was killed goes on with the same command.

",
            exit_code!()
        )
    };
}

const EXIT_CODES: &str = exit_codes!();

const RUN_HELP: &str = concat!(
    "\
`zero probe` asks what the networks know, and `web --zero FOLDER` plays against them, also while the run goes on.

",
    exit_codes!()
);

const DISTIL_HELP: &str = concat!(
    "\
The games are of freestyle or standard, on the board of the recipe. Short searches play won ones to the end.
About one opening of 20 is held out with all its games: their positions are not learned, and the losses on them are told.
The value that is learned is 0.6 of the search's score and 0.4 of the result. `zero run` goes on with games of its own.

",
    exit_code!()
);

const PROBE_HELP: &str = concat!(
    "\
The positions are of three kinds: complete a row, block the opponent's, prevent two threats of one stone. Those of Reversi
are of one: keep the result, where 10 to 12 cells are empty. Games with several stones a turn, gravity or misere have none. Each
has four figures, in percent: how often the greatest prior is right, a move drawn by the priors, the best move of a search,
and a move drawn by its visits. What was measured is kept in the run's folder, and is measured again only with other numbers.

",
    exit_code!()
);

const LADDER_HELP: &str = concat!(
    "\
Every two of the networks play pairs of games from random openings, each side once, without noise. Each searches as it has
learned to: by PUCT, or by descent. The same numbers give the same games.

",
    exit_code!()
);

const SERVE_HELP: &str = "\
It plays the game of the run alone, on its board, within the limits of time and nodes (playouts) that INFO tells; another rule
is refused, and so are games with several stones a turn and Reversi. In `tournament` the engine is
cmd=\"pbrain-kagetsu zero serve FOLDER\".

Exit code: 0 after END, 2 for bad input, 1 for any other failure.";

const REPORT_HELP: &str = concat!(
    "\
Shows what `zero probe` has measured, the losses and the games, and says where the run lies below or above the others: from
the least to the greatest of their values after as many games.

",
    exit_code!()
);

/// Commands of `zero`.
#[derive(Debug, Subcommand)]
pub(crate) enum ZeroCommand {
    /// Play and learn, generation after generation
    #[command(after_help = RUN_HELP)]
    Run(ZeroRunArgs),
    /// Ask the networks of a run for the right move in positions where one is known
    #[command(after_help = PROBE_HELP)]
    Probe(ZeroProbeArgs),
    /// Let the networks of a run play each other, and rate them
    #[command(after_help = LADDER_HELP)]
    Ladder(ZeroLadderArgs),
    /// Write a page about a run, beside the band of other runs
    #[command(after_help = REPORT_HELP)]
    Report(ZeroReportArgs),
    /// Play by the Gomocup protocol with a network of a run, for tournaments with other engines
    #[command(after_help = SERVE_HELP)]
    Serve(ZeroServeArgs),
    /// Learn from positions that the engine has searched, files of `datagen`: the network of generation 1
    #[command(after_help = DISTIL_HELP)]
    Distil(ZeroDistilArgs),
    /// Play the games of a generation, or a part of them, on one of several machines
    #[command(after_help = EXIT_CODES)]
    Play(ZeroPlayArgs),
    /// Learn from the games of a generation and those before it: the network of the next one
    #[command(after_help = EXIT_CODES)]
    Learn(ZeroLearnArgs),
}

/// The option `--new-optimiser`.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NewOptimiser {
    /// Learn on where the state of the optimiser is missing: it begins anew, and the networks are others than those of an
    /// unbroken run
    #[arg(long)]
    new_optimiser: bool,
}

impl NewOptimiser {
    /// What learning does where the state is missing.
    pub(super) const fn missing_state(self) -> MissingState {
        if self.new_optimiser {
            MissingState::BegunAnew
        } else {
            MissingState::Refused
        }
    }
}

/// Arguments of `zero play`.
#[derive(Debug, Args)]
pub(crate) struct ZeroPlayArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Number of the generation, from 0
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..i64::from(MOST_GENERATIONS)))]
    pub(super) generation: u32,
    /// Play only this part of the games, such as 2/4 for the second of four
    #[arg(long, value_name = "PART", default_value = "1/1")]
    pub(super) shard: Shard,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Arguments of `zero learn`.
#[derive(Debug, Args)]
pub(crate) struct ZeroLearnArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Number of the generation whose games are the newest, from 0
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..i64::from(MOST_GENERATIONS)))]
    pub(super) generation: u32,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) optimiser: NewOptimiser,
}

/// Arguments of `zero run`.
#[derive(Debug, Args)]
pub(crate) struct ZeroRunArgs {
    /// Folder of the run, which is made where it is missing and must hold nothing else
    pub(super) folder: PathBuf,
    /// The recipe: ours (gomoku on 9x9, in hours), document, gumbel, descent, distil, small, or a file; a folder that has one
    /// needs none
    #[arg(long, value_name = "NAME", conflicts_with = "small")]
    pub(super) recipe: Option<String>,
    /// The recipe small: tic-tac-toe, in seconds
    #[arg(long)]
    pub(super) small: bool,
    /// End after so many generations (default: those of the recipe). Playouts and exploitation
    /// that grow still follow the recipe's number. With 0 the run is begun and nothing is played, as for `zero play` on
    /// several machines
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=i64::from(MOST_GENERATIONS)))]
    pub(super) generations: Option<u32>,
    #[command(flatten)]
    pub(super) optimiser: NewOptimiser,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Arguments of `zero distil`.
#[derive(Debug, Args)]
pub(crate) struct ZeroDistilArgs {
    /// Folder of the run, which is made where it is missing and must have no games yet
    pub(super) folder: PathBuf,
    /// Files of games with scores
    #[arg(required = true, value_name = "DATA")]
    pub(super) data: Vec<PathBuf>,
    /// The network and how it learns: distil, another recipe of `zero run`, or a file; a folder that has one needs none
    #[arg(long, value_name = "NAME")]
    pub(super) recipe: Option<String>,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Arguments of `zero serve`.
#[derive(Debug, Args)]
pub(crate) struct ZeroServeArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Number of the generation whose network plays (default: the newest)
    #[arg(long, value_name = "N")]
    pub(super) generation: Option<u32>,
}

/// Arguments of `zero probe`.
#[derive(Debug, Args)]
pub(crate) struct ZeroProbeArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Ask only this generation (default: all that have a network)
    #[arg(long, value_name = "N")]
    pub(super) generation: Option<u32>,
    /// Ask only one generation of so many, and the newest
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "generation", value_parser = value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// Positions of each kind
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u16).range(1..=10_000))]
    pub(super) positions: u16,
    /// Playouts of a search
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(super) playouts: u32,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print a JSON object for each generation
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `zero ladder`.
#[derive(Debug, Args)]
pub(crate) struct ZeroLadderArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Generations whose networks play, such as 0,10,20 (default: five, spread evenly; with --beside the newest)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) generations: Vec<u32>,
    /// A run of the same game whose newest network plays too; may be given several times
    #[arg(long, value_name = "FOLDER")]
    pub(super) beside: Vec<PathBuf>,
    /// Games of every two networks, an even number
    #[arg(long, value_name = "N", default_value = "20", value_parser = even)]
    pub(super) games: u64,
    /// Playouts of a move
    #[arg(long, value_name = "N", default_value = "50", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(super) playouts: u32,
    /// Draws the openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Print a JSON object for each two networks, and one for each rating
    #[arg(long)]
    pub(super) json: bool,
}

fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (2..=1_000_000).contains(number) && number % 2 == 0);
    number.ok_or_else(|| "expected an even number from 2 to 1000000".to_string())
}

/// What runs are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// After as many games
    Games,
    /// After as many playouts, which are what games cost
    Playouts,
}

impl Progress {
    /// One of them.
    pub(super) const fn unit(self) -> &'static str {
        match self {
            Self::Games => "game",
            Self::Playouts => "playout",
        }
    }
}

/// Arguments of `zero report`.
#[derive(Debug, Args)]
pub(crate) struct ZeroReportArgs {
    /// Folder of the run
    pub(super) folder: PathBuf,
    /// Folders of the runs that make the band
    #[arg(value_name = "BAND")]
    pub(super) band: Vec<PathBuf>,
    /// What runs are compared by
    #[arg(long, value_enum, default_value_t = Progress::Games)]
    pub(super) by: Progress,
    /// Write the page to this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}
