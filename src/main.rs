//! The program: with a sub-command it runs that, else it speaks the Gomocup protocol on standard input and output.

use std::env;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use env_logger::Env;
use kagetsu::commands;
use kagetsu::engine::{Engine, EngineConfig};
use kagetsu::kernel::WallClock;
use kagetsu::protocol;

/// The variable that asks for a log. A manager may take anything on standard error for an answer, or never read
/// it, so nothing but grave errors is written unless somebody asks.
const LOG_VARIABLE: &str = "KAGETSU_LOG";
const LOG_LEVEL: &str = "error";

fn main() -> ExitCode {
    env_logger::init_from_env(Env::new().filter_or(LOG_VARIABLE, LOG_LEVEL));
    // Arguments that are no sub-command mean the protocol: some managers start every engine with arguments of
    // their own, such as `--force-utf8`.
    if commands::are_for_commands(env::args_os()) {
        return commands::run(env::args_os());
    }
    serve()
}

/// Serves the manager that has started the program.
fn serve() -> ExitCode {
    let clock = Arc::new(WallClock::start());
    let engine = Engine::new(EngineConfig::default(), clock);
    match protocol::serve(io::stdin(), io::stdout(), engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("cannot serve: {error}");
            ExitCode::FAILURE
        }
    }
}
