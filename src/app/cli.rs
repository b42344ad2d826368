//! The command line as types for clap. Nothing is run here.

use clap::{Parser, Subcommand};

use kagetsu_classics::ClassicArgs;
use kagetsu_connect6::cli::Connect6Command;
use kagetsu_oxhorn::cli::OxhornCommand;

use super::analyse::{AnalyseArgs, CalibrateArgs};
use super::best_move::MoveArgs;
use super::book::BookCommand;
use super::compliance::ComplianceArgs;
use super::database::DatabaseCommand;
use super::datagen::DatagenArgs;
use super::dataset::DatasetCommand;
use super::depth::DepthArgs;
use super::fidelity::FidelityCommand;
use super::forecast::ForecastArgs;
use super::games::GamesCommand;
use super::gtp::GtpArgs;
use super::openings::OpeningsArgs;
use super::perft::PerftArgs;
use super::play::PlayArgs;
use super::position_arg::PositionArgs;
use super::puzzles::PuzzlesArgs;
use super::shell_help::{CompletionsArgs, ManualPagesArgs};
use super::solve::SolveArgs;
use super::tournament::TournamentArgs;
use super::train::TrainArgs;
use super::tune::TuneArgs;
use super::web::WebArgs;
use super::zero::ZeroCommand;

const ABOUT: &str = "A Gomoku and Renju engine. Without a command it speaks the Gomocup protocol.";
const AFTER_HELP: &str = "\
`--help` after a command lists its options, with examples.

Without a command it takes one option: `pbrain-kagetsu --log FILE` keeps every line of a manager and the engine, which helps
where they do not understand each other.

The manual lies in the folder src/app/manual of a bundle, and at";

/// Where the manual can be read.
pub(super) const MANUAL: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/src/app/manual");

fn after_help() -> String {
    format!("{AFTER_HELP}\n{MANUAL}")
}

/// The command line. Its texts call the program alike, whatever the file is called.
#[derive(Debug, Parser)]
#[command(
    name = "pbrain-kagetsu",
    bin_name = "pbrain-kagetsu",
    version,
    about = ABOUT,
    after_help = after_help()
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Tool,
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub(super) enum Tool {
    /// Open the page to play in the browser
    Web(WebArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Ox-horn chess: solved states, trees, sample games
    #[command(subcommand)]
    Oxhorn(OxhornCommand),
    /// Reversi: moves, reviews, endgames, protocols, books, learning
    #[command(subcommand)]
    Reversi(kagetsu_reversi::cli::Command),
    /// Connect6: moves, protocols, openings, learning
    #[command(subcommand)]
    Connect6(Connect6Command),
    /// Speak GTP, the Go text protocol, for Gomoku
    ///
    /// For boards and managers that come from Go: moves, time, undo, rules, and analyses that go on until the next line. Points
    /// are written with the letters of Go, without I.
    Gtp(GtpArgs),
    /// Serve a classic program by the Gomocup protocol, as an opponent
    Classic(ClassicArgs),
    /// Count the nodes of fixed searches: the signature of a build
    Bench,
    /// Count the sequences of legal moves up to a length
    Perft(PerftArgs),
    /// Show how deep searches of fixed positions come in a given time
    ///
    /// One row for each rule and size of the positions of `bench`.
    Depth(DepthArgs),
    /// Show Black's forbidden points in renju
    ///
    /// They are shown whoever is to move.
    Forbidden(PositionArgs),
    /// Find the best move
    Move(MoveArgs),
    /// Review games: the mistakes, what each cost, what was better
    ///
    /// The cost of a move is what it lost in the probability to win.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Fit the probability to win to the scores in games of `datagen`
    Calibrate(CalibrateArgs),
    /// Count moves and openings of games; find positions and patterns
    ///
    /// Games that are equal turned or mirrored are the same. A file or a game that cannot be used is named, the others are
    /// counted all the same, and the exit code is then 2.
    #[command(subcommand)]
    Games(GamesCommand),
    /// Keep positions with values, labels and texts in one file
    ///
    /// Positions that are equal turned or mirrored are one entry. Foreign and damaged files are refused and stay as they
    /// are, and what has been stored survives a kill at any moment.
    #[command(subcommand)]
    Database(DatabaseCommand),
    /// Make opening books, and look at them
    #[command(subcommand)]
    Book(BookCommand),
    /// Play a tournament between engines
    Tournament(Box<TournamentArgs>),
    /// Examine an engine: its protocol, its limits, the rules
    ///
    /// Gomoku is examined by the Gomocup protocol, Reversi by GTP or the protocol of `NBoard`, Connect6 by that of the SAU
    /// platform or of Cloudict. Each check starts the engine anew. An engine that fails a required check loses games
    /// under some manager; advised ones are parts of the protocol that only some managers use, or good manners.
    Compliance(ComplianceArgs),
    /// Make balanced openings for games between engines
    ///
    /// Random stones are put in a box round the middle of the board. The side to move then gets the move after which the
    /// score is nearest to level, and a longer search decides whether the opening is fair. No opening is another one turned
    /// or mirrored, neither side has a four, and in renju no stone is forbidden. The same options give the same lines,
    /// whatever the number of threads. Each line is written as soon as it is found.
    Openings(OpeningsArgs),
    /// Prove whether the side to move wins, and how
    Solve(SolveArgs),
    /// Make problems with one right first move, from games
    ///
    /// Without files the engine plays quick games against itself. A position becomes a puzzle when exactly one move wins
    /// by the means of --kind, every other move is proved not to win by these means, and neither side can make five at
    /// once. A puzzle of defence needs a proof that every other move loses to threats and that the one move does not. Of
    /// each combination the earliest such position is kept. No puzzle is another one turned or mirrored. The same options
    /// give the same list, whatever the number of threads. The list is sorted by length and written at the end; `solve`
    /// reads it.
    Puzzles(PuzzlesArgs),
    /// Measure how near short searches come to long ones
    ///
    /// Positions from games and from the trees of searches are searched with many nodes once, and kept. A search with few
    /// nodes then gets figures against them, and two settings, networks or builds their differences, position by position.
    /// References favour the network and the settings that made them: compare two settings by references of another network,
    /// and two networks by references of both.
    #[command(subcommand)]
    Fidelity(FidelityCommand),
    /// Measure how well scores predict the results of games
    ///
    /// Some positions of every game are searched with a fixed number of nodes; the smaller the mean logistic loss of the
    /// scores against the results, the better the search and its evaluation. The same options give the same figures,
    /// whatever the number of threads.
    Forecast(ForecastArgs),
    /// Make games of the engine against itself to learn from
    ///
    /// Every game begins with its own opening and ends as soon as a win is found; each move is kept with its score. A
    /// game depends on the seed and on its number alone. So the same options give the same file, whatever the number of
    /// threads and however often the run was interrupted and continued with --resume.
    Datagen(DatagenArgs),
    /// Inspect, filter, merge and convert files of games to learn from
    ///
    /// The files are those of `datagen`. Damaged ones are refused, and a file that is there already is replaced
    /// only with --force.
    #[command(subcommand)]
    Dataset(DatasetCommand),
    /// Learn the network of the evaluation from such games
    ///
    /// The values are fitted to a mixture of the search's scores and the results of the games. The policy scores are fitted
    /// to the moves that the search chose. Some games are held out: learning ends when it no longer helps on them, and the summary
    /// compares the new network with that of the program on them. The same files and options give the same file,
    /// whatever the number of threads. `INFO evaluation FILE` makes an engine use it.
    Train(TrainArgs),
    /// Learn a game from nothing, by tree search and a network
    ///
    /// A generation plays games against itself, and its successor learns from them. The run is a folder of whole files.
    #[command(subcommand)]
    Zero(ZeroCommand),
    /// Tune the parameters of an engine by games (SPSA)
    ///
    /// In every iteration all parameters are varied at once, each up or down at random. The engine with these values
    /// plays against the engine with the opposite variation, every opening with both colours. Each parameter then moves
    /// towards the value that won more.
    Tune(Box<TuneArgs>),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a manual page for every sub-command
    ManualPages(ManualPagesArgs),
}
