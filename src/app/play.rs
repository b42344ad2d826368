//! `web` and `play`: a person at the board.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use kagetsu_kernel::StopSignal;
use kagetsu_play::page::{Helpers, PageOptions, PublicUrl, Server, Who};
use kagetsu_play::player::OutsidePrograms;
use kagetsu_play::puzzles::Kind;
use kagetsu_play::session::Level;
use kagetsu_play::terminal;

use super::browser::Redirect;
use super::database::DatabaseCommandError;
use super::explorer::OpenDatabase;
use super::interrupt::on_interrupt;
use super::listen_address::ListenAddress;
use super::outside::NamedEngines;
use super::tournament::EngineEntry;
use super::typed::TypedLines;
use crate::error::CommandError;

/// Arguments of `web`.
#[derive(Debug, Args)]
pub(super) struct WebArgs {
    /// Address and port of the page, or a port alone for this machine; port 0 lets the system choose. With an address that
    /// other machines reach, such as 0.0.0.0:8000, it prints links and QR codes for two players elsewhere and for
    /// spectators. There is no encryption: whoever reads along in the network has the links. Beyond a network that you
    /// trust, put it behind a proxy with TLS
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    listen: ListenAddress,
    /// Where others reach the page when it stands behind a proxy: scheme and name, without a path
    #[arg(long, value_name = "URL")]
    public: Option<PublicUrl>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Keep the game and the links in this file and go on with them
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Seed of the random choices of a level
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    /// An engine that may take a seat in gomoku or be compared with Kagetsu, described as for `tournament`: PROGRAM or
    /// KEY=VALUE,.. with cmd, name, tc, option.KEY and more; may be given several times. The page knows its name only
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<EngineEntry>,
    /// A database of positions, as `database` makes them: the page shows what it knows of each position, and alters nothing
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

/// Arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// gomoku, connect6, reversi or oxhorn
    #[arg(long)]
    game: Option<String>,
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long)]
    rule: Option<String>,
    /// Board size, from 5 to 22
    #[arg(long)]
    size: Option<String>,
    /// Opening procedure, such as free, swap2 or rif
    #[arg(long)]
    opening: Option<String>,
    /// Level of the engine, from 1 to 10, or auto
    #[arg(long)]
    level: Option<String>,
    /// The side of the person: black or red, white or blue, both, or none
    #[arg(long)]
    side: Option<String>,
    /// Seed of the random choices of a level
    #[arg(long)]
    seed: Option<String>,
    /// An engine that plays gomoku instead of Kagetsu, described as for `tournament`: PROGRAM or KEY=VALUE,..; with --side
    /// none a second one plays White
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<EngineEntry>,
    /// Language of the messages: en or zh
    #[arg(long)]
    lang: Option<String>,
    /// One line for each message and each move, for screen readers and scripts; this is the default when input or output is
    /// not a terminal
    #[arg(long)]
    plain: bool,
    /// Puzzles by rule, kind and grade instead of a game, by lines as with --plain
    #[arg(long, conflicts_with_all = ["game", "size", "opening", "level", "side", "seed", "engines"])]
    puzzles: bool,
    /// Puzzles of this kind only: fours, threes, defend or foul
    #[arg(long, requires = "puzzles")]
    kind: Option<Kind>,
    /// Puzzles of this grade only, from 1 to 10
    #[arg(long, requires = "puzzles", value_parser = clap::value_parser!(u8).range(i64::from(Level::LOWEST)..=i64::from(Level::HIGHEST)))]
    grade: Option<u8>,
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("expected a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(wrong)
}

/// The engines, if any were named.
fn programs(entries: &[EngineEntry]) -> Result<Option<Arc<dyn OutsidePrograms>>, CommandError> {
    if entries.is_empty() {
        return Ok(None);
    }
    Ok(Some(Arc::new(NamedEngines::new(entries)?)))
}

/// Serves the page until Ctrl-C. The first line of the output is its address.
pub(super) fn serve_page(args: &WebArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let options = PageOptions {
        listen: args.listen.0,
        public: args.public.clone(),
        file: args.file.clone(),
        seed: args.seed,
    };
    let helpers = Helpers {
        programs: programs(&args.engines)?,
        explorer: match &args.database {
            Some(path) => Some(Arc::new(
                OpenDatabase::open(path).map_err(DatabaseCommandError::from)?,
            )),
            None => None,
        },
    };
    let server = Server::bind(options, helpers)?;
    // Engines end with the server, so that none is left behind.
    let stopper = server.stopper();
    on_interrupt(move || stopper.stop());
    writeln!(out, "{}", server.link())?;
    if !args.listen.0.ip().is_loopback() || args.public.is_some() {
        print_invitations(&server, out)?;
    }
    out.flush()?;
    // The file that the browser opens lasts as long as the server.
    let redirect = (!args.no_open).then(|| open_browser(&server.link()));
    if let Some(Err(error)) = &redirect {
        writeln!(
            out,
            "no browser could be opened ({error}): open the address above"
        )?;
        out.flush()?;
    }
    server.run()?;
    Ok(())
}

/// Opens the page in the browser.
fn open_browser(link: &str) -> io::Result<Redirect> {
    let redirect = Redirect::to(link)?;
    open::that_detached(redirect.file())?;
    Ok(redirect)
}

/// Links and QR codes for those elsewhere.
fn print_invitations(server: &Server, out: &mut dyn Write) -> io::Result<()> {
    for (name, who) in [
        ("A player elsewhere", Who::Guest(0)),
        ("A second player elsewhere", Who::Guest(1)),
        ("Spectators", Who::Spectator),
    ] {
        let invitation = server.invitation(who);
        writeln!(
            out,
            "\n{name}: {}\n{}",
            invitation.link,
            invitation.as_text()
        )?;
    }
    Ok(())
}

/// Plays in the terminal.
pub(super) fn play(
    args: &PlayArgs,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let mut words = Vec::new();
    for (name, value) in [
        ("--game", &args.game),
        ("--rule", &args.rule),
        ("--size", &args.size),
        ("--opening", &args.opening),
        ("--level", &args.level),
        ("--side", &args.side),
        ("--seed", &args.seed),
        ("--lang", &args.lang),
    ] {
        if let Some(value) = value {
            words.extend([name.to_string(), value.clone()]);
        }
    }
    if args.puzzles {
        let choice = terminal::PuzzleChoice {
            kind: args.kind,
            grade: args.grade,
        };
        terminal::run_puzzles(&words, choice, input, out)?;
        return Ok(());
    }
    let is_screen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let programs = programs(&args.engines)?;
    if !args.plain && is_screen {
        terminal::screen::run(&words, programs)?;
        return Ok(());
    }
    let stop = StopSignal::new();
    if programs.is_none() {
        terminal::run(&words, None, &stop, input, out)?;
        return Ok(());
    }
    // Engines end with the game, so that none is left behind: Ctrl-C ends the input.
    let lines = TypedLines::start(&stop)?;
    terminal::run(&words, programs, &stop, lines, out)?;
    Ok(())
}
