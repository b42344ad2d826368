//! The command line of ox-horn chess.

use std::io::{self, Write};

use clap::{Args, Subcommand, value_parser};
use serde_json::{Value, json};

use super::alphabeta::{MAX_DEPTH, search_tree};
use super::rules::Rules;
use super::samples::SAMPLES;
use super::state::State;
use super::table::Table;
use super::{picture, tree};
use kagetsu_siblings::command::{CommandError, Console};

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

/// Carries a command out.
///
/// # Errors
/// Writing failed, a state has no move, or a tree is too large to draw.
pub fn run(command: &OxhornCommand, console: &mut Console<'_>) -> Result<(), CommandError> {
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
                .ok_or_else(|| too_large(state, depth))?;
            // A remark that nobody reads is no fault.
            let _ = writeln!(err, "{} nodes, value {}", root.size(), root.score);
            writeln!(out, "{}", tree::svg(&root))?;
        }
        OxhornCommand::Picture { state } => writeln!(out, "{}", picture::svg(*state))?,
        OxhornCommand::Samples => {
            for (name, states) in SAMPLES {
                writeln!(out, "{name}: {states}")?;
            }
        }
    }
    Ok(())
}

fn too_large(state: State, depth: u8) -> CommandError {
    CommandError::input(format!(
        "the tree from {state} of depth {depth} has more than {} nodes: take a smaller depth",
        tree::MAX_NODES
    ))
}

fn solve(args: StateArgs, out: &mut dyn Write) -> io::Result<()> {
    let StateArgs { state, json, rules } = args;
    let table = Table::new(rules);
    let line: Vec<String> = table.line(state).iter().map(State::to_string).collect();
    if json {
        let mut object = value(&table, state);
        object["line"] = line.into();
        return writeln!(out, "{object}");
    }
    writeln!(
        out,
        "{state}, {} to move, {rules}: {}",
        state.side(),
        table.solution(state)
    )?;
    if line.is_empty() {
        return Ok(());
    }
    writeln!(out, "line: {}", line.join(" "))
}

/// The state, who wins it (null for a draw), and in how many plies, where that is known.
fn value(table: &Table, state: State) -> Value {
    let solution = table.solution(state);
    json!({
        "state": state.to_string(), "side": state.side().to_string(),
        "winner": solution.winner.map(|side| side.to_string()), "plies": solution.plies,
    })
}

fn best_move(args: StateArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let StateArgs { state, json, rules } = args;
    let table = Table::new(rules);
    let solution = table.solution(state);
    let Some(step) = table.best_move(state) else {
        return Err(CommandError::input(format!(
            "{state} is the end of a game: {solution}, and there is no move"
        )));
    };
    let text = step.text(state);
    if json {
        let mut object = value(&table, state);
        object["move"] = text.into();
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "move:  {text}")?;
        writeln!(out, "value: {solution}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use kagetsu_kernel::StopSignal;
    use kagetsu_siblings::command::Fault;
    use kagetsu_siblings::testing::written;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        command: OxhornCommand,
    }

    fn output(line: &str) -> Result<(String, String), CommandError> {
        let line = Line::try_parse_from(std::iter::once("oxhorn").chain(line.split(' '))).unwrap();
        let (result, out, err) = written(|console| run(&line.command, console));
        result.map(|()| (out, err))
    }

    #[test]
    fn the_table_is_printed_for_every_rule() {
        let (out, _) = output("table").unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(
            lines,
            [
                "past both: 460 red, 224 drawn, 36 blue",
                "past both, repetition for red: 684 red, 0 drawn, 36 blue",
                "past both, repetition for blue: 460 red, 0 drawn, 260 blue",
                "past any: 566 red, 118 drawn, 36 blue",
                "past any, repetition for red: 684 red, 0 drawn, 36 blue",
                "past any, repetition for blue: 566 red, 0 drawn, 154 blue",
            ]
        );
    }

    #[test]
    fn a_state_is_solved() {
        let (out, _) = output("solve (0;1,8)b").unwrap();
        assert!(
            out.starts_with("(0;1,8)b, blue to move, past both: red wins in 13\nline: "),
            "{out}"
        );
        assert_eq!(out.lines().nth(1).unwrap().split(' ').count(), 14);
        let (out, _) = output("solve (0;8,9) --repetition red").unwrap();
        assert!(out.contains("red wins by repetition"), "{out}");
    }

    #[test]
    fn a_move_is_found_and_none_where_the_game_is_over() {
        let (out, _) = output("move (0;1,8)b").unwrap();
        assert_eq!(out, "move:  8-9\nvalue: red wins in 13\n");
        let object =
            |line: &str| -> Value { serde_json::from_str(&output(line).unwrap().0).unwrap() };
        let found = object("move (0;1,8)b --json");
        assert_eq!(
            (&found["winner"], &found["plies"]),
            (&"red".into(), &13.into())
        );
        assert_eq!(object("solve (0;8,9) --json")["winner"], Value::Null);
        for (state, winner) in [("(0;1,2)", "blue"), ("(9;1,2)", "red")] {
            let error = output(&format!("move {state}")).unwrap_err();
            assert_eq!(error.fault(), Fault::Input);
            let expected = format!("{state} is the end of a game: {winner} has won");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn pictures_and_samples_are_written() {
        let (out, err) = output("tree (6;5,9) --depth 3").unwrap();
        assert!(out.starts_with("<svg") && err.contains("nodes"), "{err}");
        assert!(output("picture (6;5,9)").unwrap().0.starts_with("<svg"));
        assert_eq!(output("samples").unwrap().0.lines().count(), 2);
        let error = output("tree (0;8,9) --depth 14").unwrap_err().to_string();
        assert!(error.contains("of depth 14 has more than"), "{error}");
    }

    #[test]
    fn a_tree_is_written_though_the_remark_has_no_room() {
        let line = Line::try_parse_from(["oxhorn", "tree", "(6;5,9)"]).unwrap();
        let mut out = Vec::new();
        let mut full: &mut [u8] = &mut [];
        let mut console = Console {
            out: &mut out,
            err: &mut full,
            interrupt: &StopSignal::new,
        };
        run(&line.command, &mut console).unwrap();
        assert!(out.starts_with(b"<svg"));
    }

    #[test]
    fn bad_states_are_refused() {
        let bad = Line::try_parse_from(["oxhorn", "solve", "(0;0,9)"]).unwrap_err();
        assert!(bad.to_string().contains("two pieces"), "{bad}");
    }
}
