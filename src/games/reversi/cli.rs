//! The commands of the Reversi room, to be hung under a program's own command line.

use kagetsu_kernel::file::read_text_file;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use kagetsu_kernel::{Clock, StopSignal, WallClock};
use thiserror::Error;

use super::board::Board;
use super::engine::{Brain, TABLE_BYTES};
use super::eval::{Learned, WeightsError};
use super::learn::{Plan, learn};
use super::perft::{Endings, perft};
use super::players::{Level, LevelError};
use super::record::obf::{self, ObfError};
use super::server::{Gtp, NBoard, Text, serve};

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
    Play {
        /// 1 (weakest) to 10.
        #[arg(long, default_value_t = 5)]
        level: u32,
    },
    /// Speak a protocol on standard input and output.
    Serve {
        /// The protocol.
        #[arg(long, value_enum)]
        protocol: Protocol,
        /// 1 (weakest) to 10, until the other side sets a clock.
        #[arg(long, default_value_t = 8)]
        level: u32,
    },
    /// Learn the weights of the evaluation from nothing.
    Learn(LearnArgs),
}

/// What the server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// `NBoard`, version 2.
    Nboard,
    /// GTP with the game Othello.
    Gtp,
    /// Typed moves.
    Text,
}

/// How weights are learned.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// The file that is written.
    #[arg(long)]
    output: PathBuf,
    /// At most so many games in each generation, for a trial.
    #[arg(long)]
    games: Option<u64>,
    /// Threads that play games; the weights do not depend on it.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// A file is no OBF file.
    #[error("{}: {error}", path.display())]
    Obf {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ObfError,
    },
    /// No such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The weights of the program are damaged.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

const BYTES_PER_MIB: usize = 1 << 20;
/// Largest table that is accepted, in MiB.
const MOST_MIB: usize = 1 << 16;

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
        Command::Solve { file, json, table } => solve(file, *json, *table, out)?,
        Command::Play { level } => {
            let dialogue = Text::new(brain(TABLE_BYTES)?, Level::new(*level)?);
            serve(input, out, dialogue)?;
        }
        Command::Serve { protocol, level } => {
            let level = Level::new(*level)?;
            let brain = brain(TABLE_BYTES)?;
            match protocol {
                Protocol::Nboard => serve(input, out, NBoard::new(brain))?,
                Protocol::Gtp => serve(input, out, Gtp::new(brain, level))?,
                Protocol::Text => serve(input, out, Text::new(brain, level))?,
            }
        }
        Command::Learn(args) => run_learn(args, out)?,
    }
    Ok(())
}

fn brain(table_bytes: usize) -> Result<Brain, CommandError> {
    let clock = Arc::new(WallClock::start());
    Ok(Brain::new(&Learned::shipped()?, table_bytes, clock))
}

fn solve(file: &Path, json: bool, table: usize, out: &mut dyn Write) -> Result<(), CommandError> {
    let text = read_text_file(file).map_err(|error| CommandError::File {
        path: file.to_owned(),
        error,
    })?;
    let problems = obf::read(&text).map_err(|error| CommandError::Obf {
        path: file.to_owned(),
        error,
    })?;
    let mut brain = brain(table.clamp(1, MOST_MIB) * BYTES_PER_MIB)?;
    for (index, problem) in problems.iter().enumerate() {
        brain.forget();
        let begin = brain.clock().now();
        let Some(found) = brain.solve(problem.position.board(), &StopSignal::new()) else {
            continue;
        };
        let millis = brain.clock().now().saturating_sub(begin).as_millis();
        let id = index + 1;
        let best = found.best.map(|square| square.to_string());
        if json {
            let line = serde_json::json!({
                "id": id, "score": found.score, "best": best, "nodes": found.nodes, "ms": millis as u64,
            });
            writeln!(out, "{line}")?;
        } else {
            let best = best.as_deref().unwrap_or("none");
            writeln!(
                out,
                "{id}: {:+} by {best}, {} nodes, {millis} ms",
                found.score, found.nodes
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

fn run_learn(args: &LearnArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut plan = Plan::shipped();
    if let Some(games) = args.games {
        plan = plan.shortened(games);
    }
    let clock = WallClock::start();
    let mut result = Ok(());
    let learned = learn(&plan, args.threads, &mut |generation, samples, quality| {
        let seconds = clock.now().max(Duration::ZERO).as_secs();
        if result.is_ok() {
            result = writeln!(
                out,
                "generation {generation}: {samples} positions, error {:.2} discs over {} kept aside, {seconds} s",
                quality.deviation, quality.positions
            );
        }
    });
    result?;
    write_beside(&args.output, &learned.to_bytes())
}

/// Writes a file beside and renames it.
fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| CommandError::File {
            path: path.to_owned(),
            error,
        })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

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
        let text = output(
            &["learn", "--output", file.to_str().unwrap(), "--games", "5"],
            "",
        )
        .unwrap();
        assert_eq!(text.lines().count(), Plan::shipped().generations.len());
        assert!(Learned::from_bytes(&fs::read(&file).unwrap()).is_ok());
    }
}
