//! The commands of the Reversi room, to be hung under a program's own command line.

mod book;
mod convert;
mod error;
mod learning;
mod serving;
mod solving;

pub use error::CommandError;

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Subcommand;

use super::board::Board;
use super::perft::{Endings, perft};
use super::record::{Position, opening_names, parse_moves};
use book::BookCommand;
use learning::LearnArgs;
use serving::{EngineArgs, Protocol};

/// What the Reversi room can do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Count the move sequences of a length from the start.
    Perft {
        /// Plies.
        depth: u32,
        /// Leave out games that end earlier.
        #[arg(long)]
        drop_finished: bool,
    },
    /// Solve the positions of an OBF file exactly.
    Solve {
        /// The file.
        file: PathBuf,
        /// One JSON object a line instead of text.
        #[arg(long)]
        json: bool,
        /// The transposition table, in MiB.
        #[arg(long, default_value_t = 256)]
        table: usize,
    },
    /// Play in the terminal.
    Play(EngineArgs),
    /// Speak a protocol on standard input and output.
    Serve {
        /// The protocol.
        #[arg(long, value_enum)]
        protocol: Protocol,
        /// How the engine plays.
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Write the games of a file in another format: the ending of a name tells the format, wtb, ggf, sgf or txt.
    Convert {
        /// The file to read; names of players and tournaments come from the .jou and .trn files of the same name.
        input: PathBuf,
        /// The file to write; one for WTHOR is written with its .jou and .trn files.
        output: PathBuf,
    },
    /// Print the usual name of an opening.
    Opening {
        /// Moves such as f5d6c3.
        moves: Vec<String>,
    },
    /// Grow, check or show a book of openings.
    #[command(subcommand)]
    Book(BookCommand),
    /// Learn the weights of the evaluation from nothing.
    Learn(LearnArgs),
}

/// Runs a command.
///
/// # Errors
/// If a file or the output fails, or an argument names nothing.
pub fn run(
    command: &Command,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    match command {
        Command::Perft {
            depth,
            drop_finished,
        } => {
            let endings = if *drop_finished {
                Endings::Dropped
            } else {
                Endings::Counted
            };
            writeln!(out, "{}", perft(Board::START, *depth, endings))?;
        }
        Command::Solve { file, json, table } => solving::run(file, *json, *table, out)?,
        Command::Play(engine) => serving::play(engine, input, out)?,
        Command::Serve { protocol, engine } => serving::run(*protocol, engine, input, out)?,
        Command::Convert { input, output } => convert::run(input, output, out)?,
        Command::Opening { moves } => {
            let game = parse_moves(Position::START, &moves.join(" "))?;
            let name = opening_names::name_of(&game);
            writeln!(out, "{}", name.unwrap_or("no name"))?;
        }
        Command::Book(command) => book::run(command, out)?,
        Command::Learn(args) => learning::run(args, out)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;
    use crate::reversi::eval::Learned;
    use crate::reversi::learn::Plan;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(subcommand)]
        command: Command,
    }

    fn output(args: &[&str], input: &'static str) -> Result<String, CommandError> {
        let program = Program::try_parse_from([&["reversi"], args].concat()).unwrap();
        let mut out = Vec::new();
        run(&program.command, input.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn perft_prints_the_count_alone() {
        assert_eq!(output(&["perft", "6"], "").unwrap(), "8200\n");
        assert_eq!(
            output(&["perft", "0", "--drop-finished"], "").unwrap(),
            "1\n"
        );
    }

    #[test]
    fn solve_prints_an_object_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("two.obf");
        let line = format!("-OX{} X;\n", "-".repeat(61));
        fs::write(&file, format!("{line}{line}")).unwrap();
        let text = output(
            &["solve", file.to_str().unwrap(), "--json", "--table", "1"],
            "",
        )
        .unwrap();
        let objects: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(objects.len(), 2);
        assert_eq!(
            (&objects[1]["id"], &objects[1]["score"]),
            (&2.into(), &64.into())
        );
        assert_eq!(objects[0]["best"], "a1");
        assert!(objects[0]["nodes"].is_u64() && objects[0]["ms"].is_u64());
    }

    #[test]
    fn a_server_speaks_until_the_input_ends() {
        let gtp = output(
            &["serve", "--protocol", "gtp"],
            "name\nplay b f5\n\u{0}\nquit\nname\n",
        )
        .unwrap();
        assert_eq!(gtp.matches('=').count(), 3);
        let nboard = output(
            &["serve", "--protocol", "nboard"],
            "nboard 2\nset depth 2\ngo\nping 3\n",
        )
        .unwrap();
        assert!(
            nboard.ends_with("pong 3\n") && nboard.contains("=== "),
            "{nboard}"
        );
    }

    #[test]
    fn openings_are_named() {
        assert_eq!(output(&["opening", "f5d6c3d3c4"], "").unwrap(), "Tiger\n");
        assert_eq!(output(&["opening", "F5"], "").unwrap(), "no name\n");
        assert!(output(&["opening", "f5f5"], "").unwrap_err().is_bad_input());
    }

    #[test]
    fn a_server_plays_from_a_book() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("book");
        let file = file.to_str().unwrap();
        let grown = output(
            &["book", "grow", file, "--positions", "3", "--depth", "2"],
            "",
        );
        assert_eq!(grown.unwrap(), "3 positions\n");
        let serve = ["serve", "--protocol", "nboard", "--book", file];
        let said = output(
            &[&serve[..], &["--variety", "2", "--seed", "7"]].concat(),
            "go\n",
        );
        assert!(said.unwrap().contains("nodestats 0 "));
    }

    #[test]
    fn the_four_rules_are_served_by_name() {
        let player = ["--player", "four-rules"];
        let served = |protocol, input| {
            let serve = ["serve", "--protocol", protocol];
            output(&[&serve[..], &player].concat(), input).unwrap()
        };
        let gtp = served("gtp", "name\nplay b f5\ngenmove w\nplay b a1\n");
        assert!(gtp.starts_with("= FourRules\n"), "{gtp}");
        assert_eq!(gtp.matches('=').count(), 3, "{gtp}");
        let nboard = served("nboard", "nboard 2\nset depth 3\ngo\n");
        assert_eq!(
            nboard.matches("set myname FourRules\n").count(),
            2,
            "{nboard}"
        );
        assert!(nboard.contains("\n=== "), "{nboard}");
        let error = output(&[&["play", "--level", "3"][..], &player].concat(), "").unwrap_err();
        assert!(error.is_bad_input() && error.to_string().starts_with("--level is for the engine"));
    }

    #[test]
    fn xboard_is_refused() {
        let error = output(&["serve", "--protocol", "xboard"], "").unwrap_err();
        assert!(error.to_string().contains("use nboard or gtp"));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = output(&["play", "--level", "11"], "")
            .unwrap_err()
            .to_string();
        assert_eq!(error, "11 is no level; levels go from 1 to 10");
        let error = output(&["solve", "/nowhere/none.obf"], "")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("/nowhere/none.obf: "));
    }

    #[test]
    fn learning_writes_a_file_that_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights.bin");
        let path = file.to_str().unwrap();
        let learn = ["learn", "--output", path, "--games", "5"];
        let text = output(&learn, "").unwrap();
        assert_eq!(text.lines().count(), 2 * Plan::shipped().generations.len());
        assert!(text.starts_with("generation 1: 5 of 5 games, "), "{text}");
        assert!(Learned::from_bytes(&fs::read(&file).unwrap()).is_ok());
        let first = output(&[&learn[..], &["--generations", "1"]].concat(), "");
        assert_eq!(first.unwrap().lines().count(), 2);
        let serve = ["serve", "--protocol", "nboard", "--weights", path];
        let said = output(&serve, "nboard 2\nset depth 1\ngo\n").unwrap();
        assert!(said.contains("=== "), "{said}");
        fs::write(&file, "no weights").unwrap();
        let error = output(&serve, "").unwrap_err();
        assert!(error.is_bad_input());
        assert!(
            error
                .to_string()
                .contains("it does not begin with KGTREV01"),
            "{error}"
        );
    }
}
