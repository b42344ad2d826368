//! The command line of Reversi.

mod analysing;
mod best_move;
mod book;
mod convert;
mod games;
mod learning;
mod position;
mod serving;
mod solving;

use clap::{Subcommand, value_parser};

use super::board::Board;
use super::perft::{Endings, perft};
use super::record::opening_names;
use analysing::AnalyseArgs;
use best_move::MoveArgs;
use book::BookCommand;
use convert::ConvertArgs;
use kagetsu_siblings::command::{CommandError, Console, Streams};
use kagetsu_siblings::learning::LearnArgs;
use serving::{EngineArgs, Protocol};
use solving::SolveArgs;

/// What the command line of Reversi can do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Find the best move after some moves, such as f5d6c3, or of the picture of a board.
    Move(MoveArgs),
    /// Tell what each move of a game has lost, in discs.
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Solve the positions of an OBF file exactly.
    Solve(SolveArgs),
    /// Count the move sequences of a length from the start.
    Perft {
        /// Plies.
        #[arg(value_parser = value_parser!(u32).range(0..=MAX_PERFT))]
        depth: u32,
        /// Leave out games that end earlier.
        #[arg(long)]
        drop_finished: bool,
    },
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
    Convert(ConvertArgs),
    /// Print the usual name of an opening.
    Opening {
        /// Moves such as f5d6c3; `-` reads them from standard input, `@FILE` from a file.
        #[arg(required = true)]
        moves: Vec<String>,
    },
    /// Grow, check or show a book of openings.
    #[command(subcommand)]
    Book(BookCommand),
    /// Learn the weights of the evaluation from nothing.
    #[command(mut_arg("out", |out| out.help(LEARNT)))]
    Learn(LearnArgs),
}

/// Plies after which every game is over, passes left out.
const MAX_PERFT: i64 = 60;
const LEARNT: &str = "The file of the weights. It is written after each generation, so that Ctrl-C keeps what was learned";

/// Runs a command. Only `serve` and texts given as `-` use `streams`.
///
/// # Errors
/// If a file or the output fails, an argument names nothing, or Ctrl-C has ended the work.
pub fn run(
    command: &Command,
    streams: Streams,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    match command {
        Command::Move(args) => best_move::run(args, streams.input, console)?,
        Command::Analyse(args) => analysing::run(args, streams.input, console)?,
        Command::Solve(args) => solving::run(args, console)?,
        Command::Perft {
            depth,
            drop_finished,
        } => {
            let endings = if *drop_finished {
                Endings::Dropped
            } else {
                Endings::Counted
            };
            writeln!(console.out, "{}", perft(Board::START, *depth, endings))?;
        }
        Command::Serve { protocol, engine } => serving::run(*protocol, engine, streams)?,
        Command::Convert(args) => convert::run(args, console)?,
        Command::Opening { moves } => {
            let game = position::game_of(&games::text_of(moves, streams.input)?)?;
            let name = opening_names::name_of(&game);
            writeln!(console.out, "{}", name.unwrap_or("no name"))?;
        }
        Command::Book(command) => book::run(command, streams.input, console)?,
        Command::Learn(args) => learning::run(args, console)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;
    use crate::eval::Learned;
    use crate::learn::Plan;
    use kagetsu_siblings::command::Fault;
    use kagetsu_siblings::testing::{kept_streams, written};

    #[derive(Debug, Parser)]
    struct Program {
        #[command(subcommand)]
        command: Command,
    }

    /// The result of a command, and all that it writes.
    fn ran(args: &[&str], input: &'static str) -> (Result<(), CommandError>, String) {
        let program = Program::try_parse_from([&["reversi"], args].concat()).unwrap();
        let (streams, answers) = kept_streams(input);
        let (result, out, err) = written(|console| run(&program.command, streams, console));
        (result, out + &err + &answers.text())
    }

    fn output(args: &[&str], input: &'static str) -> Result<String, CommandError> {
        let (result, text) = ran(args, input);
        result.map(|()| text)
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
        fs::write(&file, format!("\u{feff}{line}{line}")).unwrap();
        let text = output(
            &["solve", file.to_str().unwrap(), "--json", "--memory", "1"],
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
    fn positions_without_a_move_are_solved_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("odd.obf");
        let path = file.to_str().unwrap();
        fs::write(
            &file,
            format!("X{} X;\nXO{} O;\n", "-".repeat(63), "-".repeat(62)),
        )
        .unwrap();
        let text = output(&["solve", path, "--memory", "1"], "").unwrap();
        assert!(text.starts_with("1: +64 as the game is over, "), "{text}");
        assert!(text.contains("\n2: -64 after a pass, "), "{text}");
        fs::write(&file, "% nothing\n").unwrap();
        let error = output(&["solve", path], "").unwrap_err();
        assert_eq!(error.fault(), Fault::Input);
        assert!(
            error.to_string().contains("there is no position in it"),
            "{error}"
        );
    }

    #[test]
    fn a_move_is_found_by_moves_and_by_a_picture() {
        let move_of = |args: &[&str], input| {
            let all = [&["move", "--memory", "1"], args].concat();
            output(&all, input)
        };
        let text = move_of(&["f5d6c3", "--depth", "4"], "").unwrap();
        assert!(
            text.starts_with("move:  ") && text.contains("\ndepth: 4\n"),
            "{text}"
        );
        let object = |args: &[&str], input| -> serde_json::Value {
            serde_json::from_str(&move_of(args, input).unwrap()).unwrap()
        };
        let last = format!(".OX{} X", ".".repeat(61));
        let found = object(&[&last, "--json"], "");
        assert_eq!(
            (&found["move"], &found["score"]),
            (&"a1".into(), &64.into())
        );
        assert_eq!(found["exact"], true);
        let line = format!("-OX{} X; A1:+64;", "-".repeat(61));
        let found = object(&["--json", "--", &line], "");
        assert_eq!(found["move"], "a1");
        let piped = object(&["-", "--json", "--level", "1"], "1. F5 2. d6");
        assert!(piped["nodes"].is_u64(), "{piped}");
        let pass = format!("XO.{} O", ".".repeat(61));
        assert_eq!(
            object(&[&pass, "--json"], ""),
            serde_json::json!({"move": "pass"})
        );
        let over = format!("X{} O", ".".repeat(63));
        for (position, part) in [
            (over.as_str(), "the game is over: black wins, 1 to 0"),
            ("f5f5", "ply 2: white may not play f5"),
            ("f5 hello", "'hello' is no move"),
        ] {
            let error = move_of(&[position], "").unwrap_err();
            assert_eq!(error.fault(), Fault::Input);
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn a_game_is_analysed_move_by_move() {
        let line = ["analyse", "--memory", "1", "--depth", "2"];
        let analyse = |args: &[&str]| output(&[&line[..], args].concat(), "");
        let text = analyse(&["f5d6c3"]).unwrap();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(
            text.starts_with(" 1 black f5 ") && text.contains("\nwhite: "),
            "{text}"
        );
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        fs::write(&file, "f5d6\nf5f5\nf5f6\n").unwrap();
        let path = file.to_str().unwrap();
        let (result, text) = ran(&[&line[..], &[path]].concat(), "");
        let error = result.unwrap_err().to_string();
        assert_eq!(error, "1 of 3 games cannot be used and are left out");
        let games = text.lines().filter(|line| line.starts_with("game "));
        assert!(games.eq(["game 1", "game 3"]), "{text}");
        fs::write(&file, "f5d6\nf5f6\n").unwrap();
        let text = analyse(&[&format!("@{path}"), "--json"]).unwrap();
        let objects: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(objects.len(), 6);
        assert!(
            objects
                .iter()
                .all(|object| object["type"] == "game" || object["loss"].as_i64() >= Some(0))
        );
        assert_eq!(
            (&objects[0]["game"], &objects[5]["game"]),
            (&1.into(), &2.into())
        );
        let error = analyse(&[" "]).unwrap_err().to_string();
        assert!(error.starts_with("there is no move to judge"), "{error}");
    }

    #[test]
    fn all_games_of_a_record_are_analysed() {
        let games = "1 (;GM[Othello]B[F5]W[D6];)\n2 (;GM[Othello]B[F5]W[F6];)\n";
        let line = ["analyse", "--depth", "2", "--memory", "1", "-"];
        let text = output(&line, games).unwrap();
        assert!(
            text.starts_with("game 1\n") && text.contains("\ngame 2\n"),
            "{text}"
        );
        let error = output(&line, "(;GM[2];B[a1])").unwrap_err();
        assert_eq!(error.to_string(), "no game in it can be used");
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
        assert!(output(&["opening", "f5f5"], "").unwrap_err().fault() == Fault::Input);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game");
        let game = b"(;GM[2]PB[Ren\xe9];B[f5];W[d6];B[c3];W[d3];B[c4])";
        fs::write(&file, game).unwrap();
        let at = format!("@{}", file.display());
        assert_eq!(output(&["opening", &at], "").unwrap(), "Tiger\n");
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
        let shown = output(&["book", "show", file, "-"], "a1").unwrap_err();
        assert!(shown.to_string().contains("a1"), "{shown}");
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
        let serve = ["serve", "--protocol", "gtp", "--level", "3"];
        let error = output(&[&serve[..], &player].concat(), "").unwrap_err();
        assert!(
            error.fault() == Fault::Input
                && error.to_string().starts_with("--level is for the engine")
        );
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let words = ["reversi", "serve", "--protocol", "gtp", "--level", "11"];
        let error = Program::try_parse_from(words).unwrap_err().to_string();
        assert!(error.contains("11 is not in 1..=10"), "{error}");
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
        let learn = ["learn", "--out", path, "--games", "5", "--force"];
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
        assert_eq!(error.fault(), Fault::Input);
        assert!(
            error
                .to_string()
                .contains("it does not begin with KGTREV01"),
            "{error}"
        );
    }
}
