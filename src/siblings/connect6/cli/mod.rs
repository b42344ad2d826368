//! The command line of Connect6.

mod best_turn;
mod learning;
mod limits;
mod openings;
mod serving;

use std::sync::Arc;

use clap::{Subcommand, value_parser};
use kagetsu_kernel::{WallClock, counted};

use super::board::Board;
use super::perft::perft;
use best_turn::MoveArgs;
use kagetsu_siblings::command::{CommandError, Console, Streams};
use kagetsu_siblings::learning::LearnArgs;
use openings::OpeningsArgs;
use serving::ServeArgs;

/// What can be done with Connect6.
#[derive(Debug, Subcommand)]
pub enum Connect6Command {
    /// Play by a protocol on the standard streams
    Serve(ServeArgs),
    /// Find the best turn after some turns, such as `j10 i11 k9`
    Move(MoveArgs),
    /// Count the sequences of legal turns of each length up to TURNS
    Perft {
        /// How many turns
        #[arg(value_parser = value_parser!(u32).range(1..=MAX_PERFT))]
        turns: u32,
    },
    /// Learn the network of the evaluation from nothing: games of the engine against itself, and a fit to them
    #[command(mut_arg("out", |out| out.help(LEARNT)))]
    Learn(LearnArgs),
    /// Print openings for `tournament --openings` from which the engine has won as often with Black as with White
    Openings(OpeningsArgs),
}

const MAX_PERFT: i64 = 2;
const LEARNT: &str = "File of the network. It is written after each pass of the first generation and at the end of each later \
     one, so that Ctrl-C keeps what was learnt";

/// Carries a command out. Only `serve` and `move -` use `streams`.
///
/// # Errors
/// Reading or writing failed, the position is not one, or Ctrl-C has ended the work.
pub fn run(
    command: &Connect6Command,
    streams: Streams,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let clock = Arc::new(WallClock::start());
    match command {
        Connect6Command::Serve(args) => serving::run(args, &clock, streams),
        Connect6Command::Move(args) => best_turn::run(args, streams.input, &clock, console),
        Connect6Command::Perft { turns } => {
            let mut board = Board::new();
            for turns in 1..=*turns {
                let count = perft(&mut board, turns);
                writeln!(console.out, "{}: {count}", counted(turns, "turn"))?;
            }
            Ok(())
        }
        Connect6Command::Learn(args) => learning::run(args, console),
        Connect6Command::Openings(args) => openings::run(args, console),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use clap::Parser;

    use super::*;
    use kagetsu_siblings::command::Fault;
    use kagetsu_siblings::testing::{kept_streams, written};

    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        command: Connect6Command,
    }

    /// What a command answers; its words have no blanks.
    pub(crate) fn output(line: &str, input: &'static str) -> Result<String, CommandError> {
        let line =
            Line::try_parse_from(std::iter::once("connect6").chain(line.split(' '))).unwrap();
        let (streams, answers) = kept_streams(input);
        let (result, out, _) = written(|console| run(&line.command, streams, console));
        result.map(|()| out + &answers.text())
    }

    #[test]
    fn perft_is_printed() {
        assert_eq!(
            output("perft 2", "").unwrap(),
            "1 turn: 361\n2 turns: 23327820\n"
        );
    }

    #[test]
    fn a_game_is_served_in_both_dialects() {
        let input = "name?\nnew black\nmove IIKK\nquit\n";
        let out = output("serve --depth 1", input).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[..2], ["name Kagetsu", "move JJ"]);
        assert!(
            lines[2].starts_with("move ") && lines[2].len() == 9,
            "{out}"
        );
        let out = output(
            "serve --protocol cloudict --name x",
            "name\nnew black\n\u{1}\nprint\n",
        )
        .unwrap();
        assert_eq!(out.lines().count(), 22);
    }

    #[test]
    fn a_game_is_served_in_the_words_of_gomocup() {
        let input = "START 19\nINFO game_type connect6\nBEGIN\nTURN 8,8 10,10\nEND\n";
        let out = output("serve --protocol gomocup --depth 1", input).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[..2], ["OK", "9,9"]);
        assert_eq!(lines[2].split(&[' ', ',']).count(), 4, "{out}");
    }

    #[test]
    fn the_weak_players_are_served_by_name() {
        for (player, name) in [("greedy", "name Greedy"), ("random", "name Random")] {
            let line = format!("serve --player {player} --seed 1");
            let input = "name?\nnew white\nmove JJ\nmove AAAC\n";
            let out = output(&line, input).unwrap();
            let lines: Vec<&str> = out.lines().collect();
            assert_eq!(lines[0], name);
            assert_eq!(lines.len(), 3, "{out}");
            assert_eq!(out, output(&line, input).unwrap());
        }
    }

    #[test]
    fn the_lowest_level_is_served_and_repeats_itself() {
        let line = "serve --level 1 --seed 4";
        let input = "new white\nmove JJ\nmove AAAC\nmove SSSQ\n";
        let out = output(line, input).unwrap();
        assert_eq!(out.lines().count(), 3, "{out}");
        assert_eq!(out, output(line, input).unwrap());
        assert_ne!(out, output("serve --level 10 --nodes 20", input).unwrap());
    }

    #[test]
    fn a_turn_is_found_in_every_writing() {
        let found = output("move JJ AASA KJLJ ASSS JKKK AGGA --depth 1", "").unwrap();
        assert!(
            found.contains("score: +M") && found.contains("double threats"),
            "{found}"
        );
        let object = |line: &str| -> serde_json::Value {
            serde_json::from_str(&output(line, "j10 a19s19").unwrap()).unwrap()
        };
        let first = object("move --json");
        assert_eq!(
            (&first["move"], &first["score"]),
            (&"j10".into(), &serde_json::Value::Null)
        );
        for line in [
            "move j10 a19s19 --json --depth 1",
            "move - --json --depth 1",
        ] {
            let second = object(line);
            assert_eq!(second["stones"].as_array().unwrap().len(), 2, "{second}");
            assert!(
                second["score"].is_i64() && second["ms"].is_u64(),
                "{second}"
            );
        }
    }

    #[test]
    fn bad_turns_are_bad_input() {
        for (line, part) in [
            ("move JJ JJKK", "turn 2: j10 is not empty"),
            ("move JJ JJ??", "turn 2: '??' in 'JJ??' is no point"),
            ("move j10 k11", "turn 2 has one stone"),
            (
                "move a1 a2b2 b1c1 c2d2 d1e1 e2f3 f1g1",
                "the game is over: Black has six in a row",
            ),
            ("move @/nowhere/none", "cannot read '/nowhere/none'"),
            ("serve --network /nowhere/none", "/nowhere/none: "),
        ] {
            let error = output(line, "").unwrap_err();
            assert_eq!(error.fault(), Fault::Input, "{line}");
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
    }
}
