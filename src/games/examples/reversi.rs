//! The commands of the Reversi room as a program of their own.

use std::error::Error;
use std::io::{BufReader, stdin, stdout};

use clap::Parser;
use kagetsu_games::reversi::cli::{Command, run};

#[derive(Debug, Parser)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

fn main() -> Result<(), Box<dyn Error>> {
    let program = Program::parse();
    run(&program.command, BufReader::new(stdin()), &mut stdout())?;
    Ok(())
}
