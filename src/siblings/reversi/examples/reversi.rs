//! The command line of Reversi as a program of its own.

use std::error::Error;
use std::io::{stderr, stdout};

use clap::Parser;
use kagetsu_kernel::StopSignal;
use kagetsu_reversi::cli::{Command, run};
use kagetsu_siblings::command::{Console, Streams};

#[derive(Debug, Parser)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

fn main() -> Result<(), Box<dyn Error>> {
    let program = Program::parse();
    let mut console = Console {
        out: &mut stdout(),
        err: &mut stderr(),
        interrupt: &StopSignal::new,
    };
    run(&program.command, Streams::standard(), &mut console)?;
    Ok(())
}
