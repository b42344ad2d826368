//! The command line of ox-horn chess.

use std::io::{self, BufRead, Write};

use clap::{Args, Subcommand, ValueEnum, value_parser};
use kagetsu_kernel::rng::drawn_seed;
use serde_json::{Map, Value};
use thiserror::Error;

use super::alphabeta::{MAX_DEPTH, search_tree};
use super::board::Side;
use super::play::{Setting, play};
use super::player::Level;
use super::rules::Rules;
use super::samples::SAMPLES;
use super::state::State;
use super::table::{Solution, Table};
use super::{picture, tree};
use kagetsu_siblings::command::{Console, Fault};

/// What can be done with ox-horn chess.
#[derive(Debug, Subcommand)]
pub enum OxhornCommand {
    /// Print how many of the 720 states each side wins, for every rule
    Table,
    /// Print who wins a state like `(0;8,9)` or `(0;1,8)b`, how soon, and best play
    Solve(StateArgs),
    /// Print the best move of a state like `(0;8,9)` or `(0;1,8)b`
    Move(StateArgs),
    /// Write an alpha-beta search tree as an SVG picture
    Tree {
        /// The state at the root
        state: State,
        /// Depth of the search in plies
        #[arg(long, default_value_t = 3, value_parser = value_parser!(u8).range(0..=MAX_DEPTH as i64))]
        depth: u8,
        /// The rules of the game
        #[command(flatten)]
        rules: Rules,
    },
    /// Write the board as an SVG picture
    Picture {
        /// The state to show
        state: State,
    },
    /// Replay the sample games
    Samples,
    /// Play a game
    Play(PlayArgs),
}

/// A state that is asked about.
#[derive(Clone, Copy, Debug, Args)]
pub struct StateArgs {
    /// The state: red, then both blues; a `b` behind it when blue is to move
    state: State,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: Rules,
}

/// Plies of a search of the machine, unless another depth is given.
const SEARCH_DEPTH: u8 = 7;

/// Options of a game.
#[derive(Clone, Copy, Debug, Args)]
pub struct PlayArgs {
    /// The sides that you play
    #[arg(long, value_enum, default_value_t = PeopleArg::Red)]
    side: PeopleArg,
    /// How the machine plays
    #[arg(long, value_enum, default_value_t = LevelArg::Perfect)]
    level: LevelArg,
    /// Depth of the machine's search at level `search` [default: 7]
    #[arg(long, value_parser = value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: Option<u8>,
    /// The first state
    #[arg(long, default_value = "(0;8,9)")]
    from: State,
    /// Start of the beginner's random numbers (default: another one each time)
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PeopleArg {
    Red,
    Blue,
    /// Two people on one screen
    Both,
    /// The machine plays itself
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelArg {
    Perfect,
    Beginner,
    Search,
}

/// A command that could not be carried out.
#[derive(Debug, Error)]
pub enum OxhornError {
    /// Reading or writing failed.
    #[error("cannot read or write: {0}")]
    Write(#[from] io::Error),
    /// A state without a move.
    #[error("{state} is the end of a game: {solution}, and there is no move")]
    Over {
        /// The state.
        state: State,
        /// Who has won.
        solution: Solution,
    },
    /// A depth for a machine that does not search.
    #[error("--depth is for --level search")]
    NoSearch,
    /// The picture would be too large.
    #[error(
        "the tree from {state} of depth {depth} has more than {} nodes: take a smaller depth",
        tree::MAX_NODES
    )]
    TooLarge {
        /// The root.
        state: State,
        /// The depth.
        depth: u8,
    },
}

impl OxhornError {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Write(error) => Fault::of_output(error),
            Self::Over { .. } | Self::NoSearch | Self::TooLarge { .. } => Fault::Input,
        }
    }
}

/// Carries a command out. Only `play` reads `input`.
///
/// # Errors
/// Reading or writing failed, a state has no move, or a tree is too large to draw.
pub fn run(
    command: &OxhornCommand,
    mut input: impl BufRead,
    console: &mut Console<'_>,
) -> Result<(), OxhornError> {
    let Console { out, err, .. } = console;
    match command {
        OxhornCommand::Table => {
            for rules in Rules::all() {
                writeln!(out, "{rules}: {}", Table::new(rules).totals())?;
            }
        }
        OxhornCommand::Solve(args) => solve(*args, out)?,
        OxhornCommand::Move(args) => best_move(*args, out)?,
        OxhornCommand::Tree {
            state,
            depth,
            rules,
        } => {
            let (state, depth) = (*state, *depth);
            let root = search_tree(state, depth.into(), *rules, tree::MAX_NODES)
                .ok_or(OxhornError::TooLarge { state, depth })?;
            writeln!(err, "{} nodes, value {}", root.size(), root.score)?;
            writeln!(out, "{}", tree::svg(&root))?;
        }
        OxhornCommand::Picture { state } => writeln!(out, "{}", picture::svg(*state))?,
        OxhornCommand::Samples => {
            for sample in SAMPLES {
                writeln!(out, "{}: {}", sample.name, line_text(&sample.states()))?;
            }
        }
        OxhornCommand::Play(args) => play(&args.setting()?, &mut input, out)?,
    }
    Ok(())
}

fn solve(args: StateArgs, out: &mut dyn Write) -> io::Result<()> {
    let StateArgs { state, json, rules } = args;
    let table = Table::new(rules);
    if json {
        let line: Vec<String> = table.line(state).iter().map(State::to_string).collect();
        let mut object = value(&table, state);
        object.insert("line".to_owned(), line.into());
        return writeln!(out, "{}", Value::Object(object));
    }
    writeln!(
        out,
        "{state}, {} to move, {rules}: {}",
        state.side(),
        table.solution(state)
    )?;
    match &table.line(state)[..] {
        [] => Ok(()),
        line => writeln!(out, "line: {}", line_text(line)),
    }
}

/// The state, who wins it (null for a draw), and in how many plies, where that is known.
fn value(table: &Table, state: State) -> Map<String, Value> {
    let solution = table.solution(state);
    let winner = [Side::Red, Side::Blue]
        .into_iter()
        .find(|&side| solution.value.for_side(side) > 0);
    let fields: [(&str, Value); 4] = [
        ("state", state.to_string().into()),
        ("side", state.side().to_string().into()),
        ("winner", winner.map(|side| side.to_string()).into()),
        ("plies", solution.plies.into()),
    ];
    fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn best_move(args: StateArgs, out: &mut dyn Write) -> Result<(), OxhornError> {
    let StateArgs { state, json, rules } = args;
    let table = Table::new(rules);
    let solution = table.solution(state);
    let Some(step) = table.best_move(state) else {
        return Err(OxhornError::Over { state, solution });
    };
    let text = step.text(state);
    if json {
        let mut object = value(&table, state);
        object.insert("move".to_owned(), text.into());
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        writeln!(out, "move:  {text}")?;
        writeln!(out, "value: {solution}")?;
    }
    Ok(())
}

fn line_text(states: &[State]) -> String {
    let texts: Vec<String> = states.iter().map(State::to_string).collect();
    texts.join(" ")
}

impl PlayArgs {
    fn setting(&self) -> Result<Setting, OxhornError> {
        if self.depth.is_some() && !matches!(self.level, LevelArg::Search) {
            return Err(OxhornError::NoSearch);
        }
        Ok(Setting {
            rules: self.rules,
            start: self.from,
            people: match self.side {
                PeopleArg::Red => [true, false],
                PeopleArg::Blue => [false, true],
                PeopleArg::Both => [true, true],
                PeopleArg::None => [false, false],
            },
            level: match self.level {
                LevelArg::Perfect => Level::Perfect,
                LevelArg::Beginner => Level::Beginner,
                LevelArg::Search => Level::Search(self.depth.unwrap_or(SEARCH_DEPTH).into()),
            },
            seed: self.seed.unwrap_or_else(drawn_seed),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use kagetsu_siblings::testing::written;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        command: OxhornCommand,
    }

    fn output(line: &str, input: &str) -> Result<(String, String), OxhornError> {
        let line = Line::try_parse_from(std::iter::once("oxhorn").chain(line.split(' '))).unwrap();
        let (result, out, err) = written(|console| run(&line.command, input.as_bytes(), console));
        result.map(|()| (out, err))
    }

    #[test]
    fn the_table_is_printed_for_every_rule() {
        let (out, _) = output("table", "").unwrap();
        assert_eq!(out.lines().count(), 6);
        assert!(
            out.starts_with("past both: 460 red, 224 drawn, 36 blue\n"),
            "{out}"
        );
        assert!(
            out.contains("\npast any: 566 red, 118 drawn, 36 blue\n"),
            "{out}"
        );
    }

    #[test]
    fn a_state_is_solved() {
        let (out, _) = output("solve (0;1,8)b", "").unwrap();
        assert!(
            out.starts_with("(0;1,8)b, blue to move, past both: red wins in 13\nline: "),
            "{out}"
        );
        assert_eq!(out.lines().nth(1).unwrap().split(' ').count(), 14);
        let (out, _) = output("solve (0;8,9) --repetition red", "").unwrap();
        assert!(out.contains("red wins by repetition"), "{out}");
    }

    #[test]
    fn a_move_is_found_and_none_where_the_game_is_over() {
        let (out, _) = output("move (0;1,8)b", "").unwrap();
        assert_eq!(out, "move:  8-9\nvalue: red wins in 13\n");
        let object =
            |line: &str| -> Value { serde_json::from_str(&output(line, "").unwrap().0).unwrap() };
        let found = object("move (0;1,8)b --json");
        assert_eq!(
            (&found["winner"], &found["plies"]),
            (&"red".into(), &13.into())
        );
        assert_eq!(object("solve (0;8,9) --json")["winner"], Value::Null);
        for (state, winner) in [("(0;1,2)", "blue"), ("(9;1,2)", "red")] {
            let error = output(&format!("move {state}"), "").unwrap_err();
            assert_eq!(error.fault(), Fault::Input);
            let expected = format!("{state} is the end of a game: {winner} has won");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
        let error = output("play --depth 3", "").unwrap_err();
        assert_eq!(error.to_string(), "--depth is for --level search");
    }

    #[test]
    fn pictures_and_samples_are_written() {
        let (out, err) = output("tree (6;5,9) --depth 3", "").unwrap();
        assert!(out.starts_with("<svg") && err.contains("nodes"), "{err}");
        assert!(output("picture (6;5,9)", "").unwrap().0.starts_with("<svg"));
        assert_eq!(output("samples", "").unwrap().0.lines().count(), 2);
        let large = output("tree (0;8,9) --depth 14", "");
        assert!(matches!(
            large,
            Err(OxhornError::TooLarge { depth: 14, .. })
        ));
    }

    #[test]
    fn a_game_is_played_and_bad_states_are_refused() {
        let (out, _) = output("play --side both", "0-2\nquit\n").unwrap();
        assert!(out.ends_with("broken off\n"));
        let (out, _) = output("play --side none --level beginner --seed 3", "").unwrap();
        assert!(out.contains(" plies\n"), "{out}");
        let bad = Line::try_parse_from(["oxhorn", "solve", "(0;0,9)"]).unwrap_err();
        assert!(bad.to_string().contains("two pieces"), "{bad}");
    }
}
