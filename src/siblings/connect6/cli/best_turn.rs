//! The command `move`.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::seconds::show;
use kagetsu_kernel::{Clock, Score, StopSignal, WallClock};
use serde_json::{Value, json};

use super::super::choice::Choice;
use super::super::engine::Engine;
use super::super::evaluation::Evaluation;
use super::super::geometry::Cell;
use super::super::levels::Level;
use super::super::pace::Pace;
use super::super::written_turns::read_game;
use super::limits::LimitArgs;
use kagetsu_siblings::command::{CommandError, Console, text_of};

/// A position and limits.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// The stones so far, such as `j10 i11 k9` or `JJ IIKK`; `-` reads them from standard input, `@FILE` from a file
    turns: Vec<String>,
    /// Level of play, from 1 to 10
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u8).range(1..=10))]
    level: u8,
    /// Start of the random numbers of the lower levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// The limits of the engine
    #[command(flatten)]
    limits: LimitArgs,
}

/// Finds and prints a turn. Ctrl-C ends the search, and what it has found is printed.
pub(super) fn run(
    args: &MoveArgs,
    input: impl Read,
    clock: &Arc<WallClock>,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let game = read_game(&text_of(&args.turns, input)?).map_err(CommandError::input)?;
    if let Some(ending) = game.ending() {
        return Err(CommandError::over(ending.text()));
    }
    let mut engine = Engine::new(Engine::TABLE_BYTES, &Evaluation::default(), clock.clone());
    let stop: StopSignal = (console.interrupt)();
    let level = Level::new(args.level).unwrap_or(Level::MAX);
    let limits = Pace::new(args.limits.limits(level, None)).turn(clock.now());
    let choice = engine
        .choose_at(
            level,
            game.board(),
            &limits,
            &stop,
            &mut Rng::new(args.seed),
        )
        .ok_or_else(|| CommandError::over("no turn is left"))?;
    let spent = clock.now().saturating_sub(limits.started);
    if args.json {
        writeln!(console.out, "{}", object(&choice, spent))?;
    } else {
        writeln!(console.out, "move:  {}", choice.turn.name())?;
        if let Some(score) = choice.found_score() {
            writeln!(console.out, "score: {score}")?;
        }
        writeln!(console.out, "depth: {}", choice.depth)?;
        writeln!(console.out, "nodes: {}", choice.nodes)?;
        writeln!(console.out, "time:  {}", show(spent))?;
        writeln!(console.out, "why:   {}", choice.why())?;
    }
    Ok(())
}

/// The turn with `score`, or with `mate`, the number of turns, where the game is decided; with neither where nothing was
/// searched.
fn object(choice: &Choice, spent: Duration) -> Value {
    let stones: Vec<String> = choice.turn.cells().map(Cell::name).collect();
    let mut object = json!({"move": choice.turn.name(), "stones": stones});
    if let Some(score) = choice.found_score() {
        match mate(score) {
            Some(turns) => object["mate"] = turns.into(),
            None => object["score"] = score.value().into(),
        }
    }
    object["depth"] = choice.depth.into();
    object["nodes"] = choice.nodes.into();
    object["ms"] = (spent.as_millis() as u64).into();
    object["why"] = choice.why().into();
    object
}

/// Turns to a win, or minus the turns to a loss.
fn mate(score: Score) -> Option<i64> {
    let turns = i64::try_from(score.distance()?).unwrap_or(i64::MAX);
    Some(if score.is_win() { turns } else { -turns })
}
