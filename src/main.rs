//! The program: with a sub-command it runs that, else it speaks the protocol.

use std::env;
use std::process::ExitCode;

use kagetsu::commands;

fn main() -> ExitCode {
    if commands::are_for_commands(env::args_os()) {
        return commands::run(env::args_os());
    }
    ExitCode::SUCCESS
}
