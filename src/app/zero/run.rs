//! The work of `zero`.

use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Instant;

use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{Shard, StopSignal, counted, seconds};
use kagetsu_zero::learn::{GameRecord, Learned};
use kagetsu_zero::recipe::{RECIPES, Recipe};
use kagetsu_zero::run::{Run, RunError};

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt};

use super::args::{ZeroCommand, ZeroRunArgs};

/// The recipe of `--small`.
const SMALL: &str = "small";

/// Plays, learns, or both. Returns the exit code.
pub(crate) fn run(command: &ZeroCommand, out: &mut dyn Write) -> Result<u8, CommandError> {
    let stop = stop_on_interrupt();
    match command {
        ZeroCommand::Play(args) => {
            let run = Run::open(&args.folder, None).map_err(failed)?;
            run.play(
                args.generation,
                args.shard,
                threads(args.threads),
                &stop,
                &|_| (),
            )
            .map_err(failed)?;
            writeln!(
                out,
                "generation {}: the games of {} are there",
                args.generation, args.shard
            )?;
        }
        ZeroCommand::Learn(args) => {
            let run = Run::open(&args.folder, None).map_err(failed)?;
            let learned = run.learn(args.generation).map_err(failed)?;
            writeln!(out, "generation {}: {}", args.generation, text_of(&learned))?;
        }
        ZeroCommand::Run(args) => all(args, &stop, out)?,
    }
    Ok(COMPLETE)
}

fn threads(asked: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(processors, usize::from)
}

fn failed(error: RunError) -> CommandError {
    match error {
        RunError::Interrupted => CommandError::interrupted(error),
        error if error.is_bad_input() => CommandError::input(error),
        error => CommandError::system(error),
    }
}

/// The recipe of a name or a file.
fn recipe(name: &str) -> Result<Recipe, CommandError> {
    let known = RECIPES.iter().find(|(known, _)| *known == name);
    let text = match known {
        Some((_, text)) => (*text).to_string(),
        None => read_text_file(Path::new(name)).map_err(|error| {
            let names = RECIPES.map(|(name, _)| name).join(", ");
            CommandError::input(format!(
                "'{name}' is no recipe ({names}), and cannot be read as a file: {error}"
            ))
        })?,
    };
    Recipe::read(&text).map_err(|error| CommandError::input(format!("'{name}': {error}")))
}

fn all(args: &ZeroRunArgs, stop: &StopSignal, out: &mut dyn Write) -> Result<(), CommandError> {
    let name = args.recipe.as_deref().or(args.small.then_some(SMALL));
    let recipe = name.map(recipe).transpose()?;
    let run = Run::open(&args.folder, recipe.as_ref()).map_err(failed)?;
    let generations = args.generations.unwrap_or(run.recipe().generations);
    let started = Instant::now();
    for generation in 0..generations {
        if run.has_network(generation + 1) {
            continue;
        }
        run.play(
            generation,
            Shard::WHOLE,
            threads(args.threads),
            stop,
            &|_| (),
        )
        .map_err(failed)?;
        let games = run.games(generation).map_err(failed)?;
        let learned = run.learn(generation).map_err(failed)?;
        writeln!(
            out,
            "generation {generation}: {}; {}; {}",
            results_of(&games),
            text_of(&learned),
            seconds::show(started.elapsed()),
        )?;
        out.flush()?;
    }
    let name = args.folder.display();
    writeln!(
        out,
        "'{name}' holds {} and the network that learned from them",
        counted(generations, "generation")
    )?;
    Ok(())
}

fn results_of(games: &[GameRecord]) -> String {
    let count = |result: i8| games.iter().filter(|game| game.result == result).count();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    format!(
        "{}, black {}, white {}, drawn {}, {} moves each",
        counted(games.len() as u64, "game"),
        count(1),
        count(-1),
        count(0),
        moves / games.len().max(1),
    )
}

fn text_of(learned: &Learned) -> String {
    format!(
        "{} learned in {}: policy {:.3}, value {:.3}",
        counted(learned.positions as u64, "position"),
        counted(learned.steps as u64, "step"),
        learned.losses.policy,
        learned.losses.value,
    )
}
