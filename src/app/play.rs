//! `play`: a person at the board in a terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, value_parser};
use kagetsu_gomoku::geometry::{BoardSize, ParseSizeError};
use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{ShowPath as _, StopSignal};
use kagetsu_play::game::Kind as Game;
use kagetsu_play::gomoku::Rule;
use kagetsu_play::opening::Procedure;
use kagetsu_play::player::OutsidePrograms;
use kagetsu_play::puzzles::{Kind, Puzzles, RowDefaults};
use kagetsu_play::session::Level;
use kagetsu_play::terminal::{self, Begins, Options, PlayError, PuzzleChoice, PuzzleOptions};
use kagetsu_play::text::Language;

use super::engine_players::NamedEngines;
use super::interrupt::{end_on_interrupt, exit_code};
use super::tournament::EngineEntry;
use super::typed::TypedLines;
use super::zero_players::{EnginesAndNetworks, GrownNetworks, NetworkArgs};
use crate::error::CommandError;

/// Arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The game (default: gomoku)
    #[arg(long, conflicts_with = "zero")]
    game: Option<Game>,
    /// The rule of gomoku, or of the puzzles with --puzzles (default: freestyle, with --kind foul renju)
    #[arg(long, conflicts_with = "zero")]
    rule: Option<Rule>,
    /// Side of the board of gomoku, from 5 to 22 points, such as 15 or 15x15 (default: 15)
    #[arg(long, value_name = "POINTS", value_parser = side, conflicts_with = "zero")]
    size: Option<u8>,
    /// The opening procedure of gomoku (default: free, which is none)
    #[arg(long, conflicts_with = "zero")]
    opening: Option<Procedure>,
    /// Level of Kagetsu; auto follows the results from game to game
    #[arg(long, default_value_t = Options::default().level)]
    level: Level,
    /// The side of the person: black, red and first are the side that begins; with both, two persons play here, and with
    /// none Kagetsu plays itself
    #[arg(long, default_value = "black")]
    side: Begins,
    /// Seed of the random choices of a level: with the same one Kagetsu plays the same games. Without it they differ from start
    /// to start
    #[arg(long)]
    seed: Option<u64>,
    /// An engine that plays gomoku instead of Kagetsu, described as for `tournament`: PROGRAM or KEY=VALUE,..; with --side
    /// none a second one plays White
    #[arg(long = "engine", value_name = "ENGINE", conflicts_with = "zero")]
    engines: Vec<EngineEntry>,
    #[command(flatten)]
    networks: NetworkArgs,
    /// The network of this generation plays, from 0, which knows nothing (default: the newest)
    #[arg(long, value_name = "N", requires = "zero")]
    generation: Option<u32>,
    /// Language of the messages. Without it the variables `LC_ALL`, `LC_MESSAGES` and `LANG` tell it, or else Windows; English
    /// where they name another encoding than UTF-8
    #[arg(long)]
    lang: Option<Language>,
    /// Letters for stones on the screen. They are circles where the locale has UTF-8 and is not Chinese, Japanese or Korean, in
    /// whose terminals a circle may take two columns
    #[arg(long)]
    ascii: bool,
    /// One line for each message and each move, and below them the board, which the typed words `board off` leave out; for
    /// screen readers and scripts. This is the default when input or output is not a terminal, or one that the variable `TERM`
    /// calls dumb
    #[arg(long)]
    plain: bool,
    /// Puzzles instead of a game, by lines as with --plain: those of Kagetsu, or those of a file that `puzzles` has written.
    /// Where its rows do not say it, --kind, --rule and --size do
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "opening", "level", "side", "seed", "engines", "zero"])]
    puzzles: Option<Vec<PathBuf>>,
    /// Keep a rating by puzzles in this file, and give puzzles near that rating. The page with --file game.json keeps it in
    /// game.practice.json; only one of the two may use the file at a time
    #[arg(long, value_name = "FILE", requires = "puzzles")]
    progress: Option<PathBuf>,
    /// Puzzles of this kind only
    #[arg(long, requires = "puzzles")]
    kind: Option<Kind>,
    /// Puzzles of this grade only, from 1 to 10
    #[arg(long, requires = "puzzles")]
    #[arg(value_parser = value_parser!(u8).range(i64::from(Level::LOWEST)..=i64::from(Level::HIGHEST)))]
    grade: Option<u8>,
}

/// A variable of the environment that names a locale. Windows sets none: `LANG` is then the language of its own windows.
fn locale_variable(name: &str) -> Option<String> {
    let variable = std::env::var(name).ok();
    #[cfg(windows)]
    let variable = variable.or_else(|| {
        let is_general = name == "LANG";
        is_general.then(sys_locale::get_locale).flatten()
    });
    variable
}

/// Reads the side of a board: `15` or `15x15`.
fn side(text: &str) -> Result<u8, String> {
    let size: BoardSize = text
        .parse()
        .map_err(|error: ParseSizeError| error.to_string())?;
    if size.width() != size.height() {
        return Err(
            "the board of `play` is as wide as it is high, such as 15 or 15x15".to_string(),
        );
    }
    Ok(size.width() as u8)
}

impl PlayArgs {
    fn language(&self) -> Language {
        self.lang
            .unwrap_or_else(|| Language::of_environment(locale_variable))
    }

    /// How a game is played.
    fn options(&self) -> Result<Options, CommandError> {
        let game = self.game.unwrap_or_default();
        for (name, is_given) in [
            ("--rule", self.rule.is_some()),
            ("--size", self.size.is_some()),
            ("--opening", self.opening.is_some()),
        ] {
            if is_given && !game.has_setup() {
                return Err(CommandError::input(format!(
                    "{name} is for {}: {game} has its own board and rules",
                    Game::Gomoku
                )));
            }
        }
        let usual = Options::default();
        Ok(Options {
            game,
            rule: self.rule.unwrap_or(usual.rule),
            size: self.size.unwrap_or(usual.size),
            opening: self.opening.unwrap_or(usual.opening),
            level: self.level,
            begins: self.side,
            seed: self.seed,
            language: self.language(),
            circles: !self.ascii && terminal::shows_circles(locale_variable),
            confirms: io::stdin().is_terminal(),
        })
    }

    /// The puzzles of a file, or of the program.
    fn puzzles(&self, file: Option<&Path>) -> Result<(Puzzles, PuzzleChoice), CommandError> {
        let mut choice = PuzzleChoice {
            rule: self.rule,
            kind: self.kind,
            grade: self.grade,
        };
        let usual = Options::default();
        let Some(path) = file else {
            if self.size.is_some() {
                let text = "--size is for the puzzles of a file: --puzzles FILE";
                return Err(CommandError::input(text));
            }
            let has_usual = choice.kind.is_none_or(|kind| kind.exists_in(usual.rule));
            choice.rule = choice.rule.or(has_usual.then_some(usual.rule));
            return Ok((Puzzles::shipped().map_err(PlayError::from)?, choice));
        };
        let name = path.shown();
        let text = read_text_file(path).map_err(CommandError::unreadable(&name))?;
        let defaults = RowDefaults {
            kind: self.kind.unwrap_or(Kind::Fours),
            rule: self.rule.unwrap_or(usual.rule),
            size: self.size.unwrap_or(usual.size),
        };
        let puzzles = Puzzles::read_own(&text, defaults).map_err(|fault| {
            let said = self.language().say(&fault.message());
            said.map_or_else(
                |fault| PlayError::from(fault).into(),
                |why| CommandError::input(format!("'{name}': {why}")),
            )
        })?;
        if puzzles.list().is_empty() {
            return Err(CommandError::input(format!("there is nothing in '{name}'")));
        }
        Ok((puzzles, choice))
    }
}

/// The engines and networks, if any were named.
pub(super) fn programs(
    entries: &[EngineEntry],
    networks: Option<GrownNetworks>,
) -> Result<Option<Arc<dyn OutsidePrograms>>, CommandError> {
    let engines = NamedEngines::new(entries)?;
    Ok(match networks {
        Some(networks) => Some(Arc::new(EnginesAndNetworks::new(engines, networks)?)),
        None if entries.is_empty() => None,
        None => Some(Arc::new(engines)),
    })
}

/// Has every engine a seat?
fn check_engines(args: &PlayArgs) -> Result<(), CommandError> {
    let (seats, may_play) = match args.side {
        Begins::Two => (0, "no engine plays"),
        Begins::Watch => (2, "two engines play"),
        _ => (1, "one engine plays"),
    };
    let named = args.engines.len();
    if named <= seats {
        return Ok(());
    }
    let text = format!("--engine: {named} engines are named, and with this --side {may_play}");
    Err(CommandError::input(text))
}

/// Can a terminal with this name show a whole screen? On Windows terminals have none.
fn has_screen(term: Option<&str>) -> bool {
    cfg!(windows) || term.is_some_and(|name| !matches!(name, "" | "dumb"))
}

/// A signal that Ctrl-C and `kill` raise.
fn stop_of_screen() -> StopSignal {
    let stop = StopSignal::new();
    let on_signal = stop.clone();
    end_on_interrupt(move || on_signal.raise());
    stop
}

/// The exit code of a game. That the terminal is closed is told by a signal or by an error, whichever comes first: it ends a
/// game as the signal does.
fn ended(
    played: Result<(), PlayError>,
    stop: &StopSignal,
    is_gone: bool,
) -> Result<u8, CommandError> {
    if is_gone {
        stop.raise();
    }
    // After a signal nothing can be written any more where it means that the terminal is gone.
    if !stop.is_raised() {
        played?;
    }
    Ok(exit_code(stop))
}

/// Plays by lines. Returns the exit code. Where a person types or programs play, Ctrl-C ends the input: the person is told how
/// the game goes on, and the programs end with it, so that none is left behind.
fn by_lines(
    has_programs: bool,
    input: &mut dyn BufRead,
    play: impl FnOnce(&StopSignal, &mut dyn BufRead) -> Result<(), PlayError>,
) -> Result<u8, CommandError> {
    let (stop, was_typed) = (StopSignal::new(), io::stdin().is_terminal());
    let ends_input = has_programs || was_typed;
    let mut typed = ends_input.then(|| TypedLines::start(&stop)).transpose()?;
    let played = match &mut typed {
        Some(lines) => play(&stop, lines),
        None => play(&stop, input),
    };
    ended(played, &stop, was_typed && !io::stdin().is_terminal())
}

/// Gives puzzles, those of a file or those of the program. Returns the exit code.
fn play_puzzles(
    args: &PlayArgs,
    file: Option<&Path>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    let (puzzles, choice) = args.puzzles(file)?;
    let progress = args.progress.as_deref();
    if progress.is_some() && file.is_some() {
        let text = "--progress is for the puzzles of Kagetsu: --puzzles without a file";
        return Err(CommandError::input(text));
    }
    let options = PuzzleOptions {
        choice,
        progress,
        language: args.language(),
    };
    by_lines(false, input, |stop, input| {
        terminal::run_puzzles(&puzzles, options, stop, input, out)
    })
}

/// Plays in the terminal. Returns the exit code.
pub(super) fn play(
    args: &PlayArgs,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    if let Some(files) = &args.puzzles {
        return play_puzzles(args, files.first().map(PathBuf::as_path), input, out);
    }
    let mut options = args.options()?;
    check_engines(args)?;
    let networks = args.networks.networks()?;
    let networks = networks
        .map(|networks| networks.only(args.generation))
        .transpose()?;
    if let Some(networks) = &networks {
        // It plays the game that it has learned.
        (options.size, options.rule) = networks.game();
    }
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_screen = is_terminal && has_screen(std::env::var("TERM").ok().as_deref());
    let programs = programs(&args.engines, networks)?;
    if !args.plain && is_screen {
        let stop = stop_of_screen();
        let played = terminal::screen::run(&options, programs, &stop, out);
        return ended(played, &stop, !io::stdin().is_terminal());
    }
    by_lines(programs.is_some(), input, |stop, input| {
        terminal::run(&options, programs, stop, input, out)
    })
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::super::interrupt::{COMPLETE, INTERRUPTED};
    use super::*;

    fn args(words: &[&str]) -> PlayArgs {
        let command = PlayArgs::augment_args(clap::Command::new("play").no_binary_name(true));
        let matches = command.try_get_matches_from(words).expect("sound words");
        PlayArgs::from_arg_matches(&matches).expect("sound words")
    }

    #[test]
    fn every_engine_has_a_seat() {
        for (side, seats) in [("both", 0), ("black", 1), ("white", 1), ("none", 2)] {
            for named in 0..4 {
                let mut words = vec!["--side", side];
                words.extend(["--engine", "other"].repeat(named));
                assert_eq!(
                    check_engines(&args(&words)).is_ok(),
                    named <= seats,
                    "{words:?}"
                );
            }
        }
    }

    #[test]
    fn a_dumb_terminal_has_no_screen() {
        assert!(has_screen(Some("xterm-256color")));
        for term in [None, Some(""), Some("dumb")] {
            assert_eq!(has_screen(term), cfg!(windows), "{term:?}");
        }
    }

    #[test]
    fn a_terminal_that_is_closed_ends_a_game_with_one_code() {
        let failed = || Err(PlayError::Terminal(io::Error::other("gone")));
        for played in [Ok(()), failed()] {
            let code = ended(played, &StopSignal::new(), true);
            assert_eq!(code.ok(), Some(INTERRUPTED));
        }
        assert!(ended(failed(), &StopSignal::new(), false).is_err());
        let code = ended(Ok(()), &StopSignal::new(), false);
        assert_eq!(code.ok(), Some(COMPLETE));
    }

    #[test]
    fn a_kind_of_puzzles_has_its_rule() {
        let rule = |words: &[&str]| args(words).puzzles(None).expect("puzzles").1.rule;
        assert_eq!(rule(&["--puzzles"]), Some(Rule::Freestyle));
        assert_eq!(rule(&["--puzzles", "--kind", "foul"]), None);
    }
}
