//! The program: with a sub-command it runs that, else it speaks the Gomocup protocol on standard input and output.
//! Built without the feature `tools` it is the bare engine: the protocol and `bench`.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;

use env_logger::Env;
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::eval::vector_instructions;
use kagetsu_kernel::WallClock;
use kagetsu_kernel::line_host::ServeError;
#[cfg(feature = "tools")]
use kagetsu_protocol::database_service::DatabaseService;
use kagetsu_protocol::{Extras, TranscriptLog};

/// The variable that asks for a log.
const LOG_VARIABLE: &str = "KAGETSU_LOG";
/// What a tool logs unless somebody asks.
const LOG_LEVEL: &str = "error";

/// The option that names a file for every line of the conversation with the manager.
const TRANSCRIPT_OPTION: &str = "--log";
/// The number of nodes that `bench` visits.
const SIGNATURE: &str = include_str!("benches/SIGNATURE");

fn main() -> ExitCode {
    env_logger::init_from_env(Env::new().filter_or(LOG_VARIABLE, LOG_LEVEL));
    if env::args_os()
        .nth(1)
        .is_some_and(|word| word == "--version" || word == "-V")
    {
        return print_version();
    }
    // Options without a command mean the protocol, unless a person types them: some managers start every engine with
    // arguments of their own, such as `--force-utf8`.
    run_tool().unwrap_or_else(serve)
}

/// Prints what a report of a fault needs: version, commit, signature of the search and the instructions in use.
fn print_version() -> ExitCode {
    let text = format!(
        "pbrain-kagetsu {}\ncommit: {}\nbench: {}\ninstructions: {}\n",
        env!("CARGO_PKG_VERSION"),
        option_env!("KAGETSU_COMMIT").unwrap_or("unknown"),
        SIGNATURE.trim(),
        vector_instructions()
    );
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Runs the sub-command that the arguments name, if they name one.
#[cfg(feature = "tools")]
fn run_tool() -> Option<ExitCode> {
    if kagetsu_app::are_for_commands(env::args_os()) || is_typed_option() {
        return Some(kagetsu_app::run(env::args_os()));
    }
    #[cfg(windows)]
    if env::args_os().len() == 1 {
        return kagetsu_app::page_of_double_click();
    }
    None
}

/// Has a person typed an option that is not one of the protocol? The input of an engine under a manager is no terminal, so
/// that a manager's options are still ignored.
#[cfg(feature = "tools")]
fn is_typed_option() -> bool {
    io::stdin().is_terminal()
        && env::args_os().len() > 1
        && transcript_file(env::args_os()).is_none()
}

/// Runs `bench` if it is asked for: the bare engine knows no other sub-command.
#[cfg(not(feature = "tools"))]
fn run_tool() -> Option<ExitCode> {
    (env::args_os().nth(1)? == "bench").then(|| {
        let run = || kagetsu_gomoku::bench::run(&mut io::stdout());
        match kagetsu_kernel::on_large_stack(run) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                log::error!("{error}");
                ExitCode::FAILURE
            }
        }
    })
}

/// What a person may do with the program instead.
#[cfg(feature = "tools")]
const INSTEAD: &str = "`pbrain-kagetsu web` plays in the browser, `pbrain-kagetsu play` in the terminal, `--help` tells the rest.";
#[cfg(not(feature = "tools"))]
const INSTEAD: &str =
    "This is the engine alone: choose it as a player in Piskvork or another board window.";

/// Tells a person who has started the program by hand what it is. A manager never gives a terminal.
fn greet() {
    if io::stdin().is_terminal() {
        // Nobody is there to be told when this fails.
        let _ = writeln!(
            io::stderr(),
            "Kagetsu, a Gomoku and Renju engine, waits for the commands of a manager (Gomocup protocol; END ends it).\n\
             {INSTEAD}"
        );
    }
}

/// The file that the option of the transcript names, in `--log FILE` or `--log=FILE`.
fn transcript_file(arguments: impl Iterator<Item = OsString>) -> Option<OsString> {
    let mut arguments = arguments.skip(1);
    while let Some(argument) = arguments.next() {
        if argument == TRANSCRIPT_OPTION {
            // Without a name there is no log either, and that is said.
            return Some(arguments.next().unwrap_or_default());
        }
        if let Some(name) = joined_name(&argument) {
            return Some(name);
        }
    }
    None
}

/// The name in `--log=FILE`.
#[cfg(unix)]
fn joined_name(argument: &OsStr) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;

    let text = argument
        .as_bytes()
        .strip_prefix(TRANSCRIPT_OPTION.as_bytes())?;
    text.strip_prefix(b"=")
        .map(|name| OsStr::from_bytes(name).to_owned())
}

/// The name in `--log=FILE`, which has to be Unicode here.
#[cfg(not(unix))]
fn joined_name(argument: &OsStr) -> Option<OsString> {
    let text = argument.to_str()?.strip_prefix(TRANSCRIPT_OPTION)?;
    text.strip_prefix('=').map(OsString::from)
}

/// The log of the conversation, which is on if an argument names a file. The engine plays without it when that fails.
fn transcript() -> TranscriptLog {
    let log = TranscriptLog::default();
    if let Some(name) = transcript_file(env::args_os())
        && let Err(error) = log.append_to(Path::new(&name))
    {
        log.set_fault(format!("no log: '{}': {error}", name.to_string_lossy()));
    }
    log
}

/// Makes a file that reaches the limit of its size (`ulimit -f`) an error of the write, as a full disk is, where the signal
/// would end the engine in the middle of a game.
#[cfg(unix)]
fn survive_full_files() {
    let heard = Arc::new(AtomicBool::new(false));
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard) {
        log::warn!("a file that is too large will end the engine: {error}");
    }
}

#[cfg(not(unix))]
const fn survive_full_files() {}

/// Serves the manager that has started the program.
fn serve() -> ExitCode {
    if env::var_os(LOG_VARIABLE).is_none() {
        // A manager may take anything on standard error for an answer, or never read it.
        log::set_max_level(log::LevelFilter::Off);
    }
    greet();
    survive_full_files();
    let clock = Arc::new(WallClock::start());
    let engine = Engine::new(EngineConfig::for_this_machine(), clock);
    #[cfg(feature = "tools")]
    let database: Option<Box<dyn DatabaseService>> =
        Some(Box::new(kagetsu_app::PositionDatabase::new()));
    // The bare engine has no database.
    #[cfg(not(feature = "tools"))]
    let database = None;
    let log = transcript();
    let extras = Extras {
        database,
        log: log.clone(),
    };
    let served = kagetsu_protocol::serve(io::stdin(), io::stdout(), engine, extras);
    log.finish();
    // Nobody is there to be told when this fails.
    let _ = match served {
        Ok(()) => return ExitCode::SUCCESS,
        Err(ServeError::Output(error)) => writeln!(io::stderr(), "error: cannot write: {error}"),
        Err(error) => writeln!(io::stdout(), "ERROR cannot serve: {error}"),
    };
    ExitCode::FAILURE
}
