//! The command line of `tournament`, and its settings file, which uses the same names.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use kagetsu_arena::schedule::{Format, GAMES_PER_PAIR};
use kagetsu_arena::statistics::{Anchor, SprtSettings};

use kagetsu_kernel::{Shard, counted};

use super::game_options::GameOptions;
use super::toml_value::{parsed, parsed_list, parsed_once};

/// The text below the options in the help.
pub(crate) const AFTER_HELP: &str = "\
Engines: --engine cmd=PROGRAM [ARGUMENTS], and behind commas any of name=.., protocol=.., dir=.., folder=.., memory=MIB,
threads=.., pause=MS, nodes=.., depth=.., tc=.. and option.KEY=VALUE. Without name= an engine is named by its program, and
numbered if another one has that name. The engine runs in dir. folder is sent as INFO folder; the engine may keep files
there. A comma inside a value is written \\, and cmd=self is this program. Time, nodes, depth, memory and pause of an
engine take precedence over the settings for all engines; memory=0 is no limit.

Time: --tc TURN, GAME/TURN, GAME+INCREMENT or GAME/TURN+INCREMENT in seconds, 0 for no limit. 0.5 is half a second for
each move; 60/1 is a minute for the game and at most a second for each move; 60+0.1 is a minute, and a tenth of a second
is added after each move.

Games: Gomoku engines speak the Gomocup protocol (the default), protocol=gtp or protocol=json (the queries of analyse
--serve), and engines of all three may meet; the rule is told to GTP by kata-set-rules if the engine knows that, and
--swap2 needs Gomocup. With --game reversi engines speak protocol=gtp (the default) or nboard, with --game connect6
protocol=sau (the default), cloudict or gomocup; cmd=self is then this program as a server of that protocol, and
'cmd=self --player four-rules' (Reversi) or 'cmd=self --player greedy' (Connect6) a weak opponent. Gomocup can send limits
in time, GTP such of whole seconds, nboard and cloudict can send a depth, and sau can send no limit: give other limits in
the engine's own arguments. An option.KEY is sent as a command (nboard: set KEY VALUE). Without --openings the games begin
with random moves that depend on --seed. Engines that speak sau cannot be given an opening and begin on the empty board.

The file of --config is TOML: the long options without dashes as keys, and [[engine]] tables with the keys of --engine.
The command line takes precedence over the file. Of an option that is given twice the last counts; --engine and --anchor
add up, and a second --sprt is refused.

DIR receives tournament.json (all settings), games.jsonl (one line for each game; all else is computed from it),
games.sgf and games.pgn (Gomoku only), report.txt, with --psq the folder psq and with --html report.html. A run that was
killed at any moment continues by the same command with --resume, or by --resume and --out alone; unfinished games are
played again. With a greater --games it is made longer, if nothing else is changed and the games so far are the beginning
of the longer one. The programs, their scripts and the files of option.evaluation, option.book, --book, --network and
--weights are known by their contents: with others a tournament does not go on, and it ends when one of them changes
while it runs.

Ctrl-C ends the unfinished games without result and keeps everything else. So does a decided sequential test, and a
fault with --strict.

Memory: an engine is told --memory, and loses when its process tree takes more than that and --memory-tolerance per cent
of it: engines size their tables by what they are told, and need a little more for the rest. Only gomocup has words for
it: an engine of another protocol has no limit but its own memory=.

Faults: games that are lost by faults (time, memory, crash, illegal moves ..) count as lost, but are no measure of strength.
The report names them first. The first of each kind is told when it occurs, all of them on the progress and the last line.
With --sprt the verdict is also computed without the pairs in which there are such games. A verdict that the test has only
with them ends the run with code 6; --resume goes on to one that it has without them too.

Exit codes: 0 the tournament has ended (with --sprt: H1 is accepted), 1 failure, 2 bad input, 3 stopped by a fault
with --strict, 4 SPRT has accepted H0, 5 all games are played and SPRT has no verdict, 6 SPRT has a verdict that it has not
without the games that faults decided, 130 interrupted.";

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP, args_override_self = true)]
pub(crate) struct TournamentArgs {
    /// Settings file (TOML)
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Continue the tournament in DIR, or begin it if there is none yet. Without --engine and --config all settings are
    /// taken from DIR, --concurrency, --pin, --strict and --html too
    #[arg(long)]
    pub(super) resume: bool,
    /// Write the report of the tournament in DIR again, print it, and play nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["config", "resume"])]
    pub(super) report: Option<PathBuf>,
    /// Play only this part of the games, such as 2/4 for the second of four; --merge joins the folders of all parts, in
    /// which programs, folders and openings must have the same paths
    #[arg(long, value_name = "PART", conflicts_with = "report")]
    pub(super) shard: Option<Shard>,
    /// Join the folders of all shards of a tournament to the folder of --out, and print its report; nothing is played
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out",
        conflicts_with_all = ["engine", "config", "resume", "report", "shard"])]
    pub(super) merge: Vec<PathBuf>,
    /// Other managers count rounds
    #[arg(long, value_name = "N", hide = true, value_parser = no_rounds)]
    _rounds: Option<u32>,
    #[command(flatten)]
    pub(super) settings: TournamentSettings,
}

/// Tells who counts in rounds what to say instead.
fn no_rounds(text: &str) -> Result<u32, String> {
    Err(match text.parse::<u32>() {
        Ok(rounds) if rounds > 0 && rounds <= u32::MAX / GAMES_PER_PAIR => format!(
            "games are counted, not rounds: --games {} plays {} of games of each pairing",
            rounds * GAMES_PER_PAIR,
            counted(rounds, "pair")
        ),
        _ => "games are counted, not rounds: --games 10 plays 5 pairs of games of each pairing"
            .to_owned(),
    })
}

/// Settings that can be given on the command line and in a file.
#[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct TournamentSettings {
    // In a file their keys stand beside the others: `from_toml` reads both.
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) options: GameOptions,
    /// Games of each pairing; an even number, because every opening is played with both colours [default: 2]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) games: Option<u32>,
    /// Who meets whom: gauntlet is the first engine against the others, gauntlet:N the first N [default: round-robin]
    #[arg(long)]
    #[serde(deserialize_with = "parsed")]
    pub(crate) format: Option<Format>,
    /// Stop as soon as a sequential probability ratio test is decided: elo0=..,elo1=.. and optionally alpha=.., beta=..,
    /// model=logistic|normalized
    #[arg(long, value_name = "TEST")]
    #[serde(deserialize_with = "parsed_once")]
    pub(crate) sprt: Vec<SprtSettings>,
    /// The known rating of an engine
    #[arg(long, value_name = "NAME=ELO")]
    #[serde(deserialize_with = "parsed_list")]
    pub(crate) anchor: Vec<Anchor>,
    /// Also write report.html
    #[arg(long)]
    pub(crate) html: bool,
    /// Also write each game of Gomoku as a file of Piskvork, into the folder psq
    #[arg(long)]
    pub(crate) psq: bool,
    /// Folder for the conversations: all lines between the manager and both engines, a file for each game
    #[arg(long, value_name = "DIR")]
    #[serde(deserialize_with = "parsed")]
    pub(crate) log: Option<PathBuf>,
}
