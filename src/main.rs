//! The program: with a sub-command it runs that, else it speaks the Gomocup protocol on standard input and output.
//! Built without the feature `tools` it is the bare engine: the protocol and `bench`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use env_logger::Env;
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_kernel::WallClock;

/// The variable that asks for a log. A manager may take anything on standard error for an answer, or never read
/// it, so nothing but grave errors is written unless somebody asks.
const LOG_VARIABLE: &str = "KAGETSU_LOG";
const LOG_LEVEL: &str = "error";

fn main() -> ExitCode {
    env_logger::init_from_env(Env::new().filter_or(LOG_VARIABLE, LOG_LEVEL));
    // Arguments that are no sub-command mean the protocol: some managers start every engine with arguments of
    // their own, such as `--force-utf8`.
    run_tool().unwrap_or_else(serve)
}

/// Runs the sub-command that the arguments name, if they name one.
#[cfg(feature = "tools")]
fn run_tool() -> Option<ExitCode> {
    kagetsu_app::are_for_commands(env::args_os()).then(|| kagetsu_app::run(env::args_os()))
}

/// Runs `bench` if it is asked for: the bare engine knows no other sub-command.
#[cfg(not(feature = "tools"))]
fn run_tool() -> Option<ExitCode> {
    (env::args_os().nth(1)? == "bench").then(|| {
        // The main thread's stack is too small for a search on some systems.
        let worker = std::thread::Builder::new()
            .stack_size(kagetsu_gomoku::search::STACK_BYTES)
            .spawn(|| kagetsu_gomoku::bench::run(&mut io::stdout()));
        let result = worker.map(std::thread::JoinHandle::join);
        match result {
            Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
            Ok(Ok(Err(error))) => failure(&error.to_string()),
            Ok(Err(_)) => ExitCode::FAILURE,
            Err(error) => failure(&error.to_string()),
        }
    })
}

#[cfg(not(feature = "tools"))]
fn failure(reason: &str) -> ExitCode {
    log::error!("{reason}");
    ExitCode::FAILURE
}

/// Tells a person who has started the program by hand what it is. A manager never gives a terminal.
fn greet() {
    if io::stdin().is_terminal() {
        // Nobody is there to be told when this fails.
        let _ = writeln!(
            io::stderr(),
            "Kagetsu, a Gomoku and Renju engine, waits for the commands of a manager (Gomocup protocol; END ends it).\n\
             `pbrain-kagetsu web` plays in the browser, `pbrain-kagetsu play` in the terminal, `--help` tells the rest."
        );
    }
}

/// Serves the manager that has started the program.
fn serve() -> ExitCode {
    greet();
    let clock = Arc::new(WallClock::start());
    let engine = Engine::new(EngineConfig::default(), clock);
    match kagetsu_protocol::serve(io::stdin(), io::stdout(), engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("cannot serve: {error}");
            ExitCode::FAILURE
        }
    }
}
