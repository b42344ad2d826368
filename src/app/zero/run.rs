//! The work of `zero`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{Shard, ShowPath as _, StopSignal, counted, seconds};
use kagetsu_zero::learn::{GameRecord, Learned};
use kagetsu_zero::recipe::{RECIPES, Recipe};
use kagetsu_zero::run::Run;

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt};

use super::args::{ZeroCommand, ZeroRunArgs};
use super::ladder::ladder;
use super::probe::probe;
use super::report::report;
use super::serve::serve_network;

/// The recipe of `--small`.
const SMALL: &str = "small";

/// Plays, learns, or both. Returns the exit code.
pub(crate) fn run(
    command: &ZeroCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    match command {
        ZeroCommand::Play(args) => {
            let run = Run::open(&args.folder, None)?;
            run.play(
                args.generation,
                args.shard,
                args.threads.count(),
                &stop_on_interrupt(),
                &|_| (),
            )?;
            writeln!(
                out,
                "generation {}: the games of {} are there",
                args.generation, args.shard
            )?;
        }
        ZeroCommand::Learn(args) => {
            let run = Run::open(&args.folder, None)?;
            let learned = run.learn(args.generation, &stop_on_interrupt())?;
            writeln!(out, "generation {}: {}", args.generation, text_of(&learned))?;
        }
        ZeroCommand::Run(args) => all(args, &stop_on_interrupt(), out)?,
        ZeroCommand::Probe(args) => probe(args, &stop_on_interrupt(), out, err)?,
        ZeroCommand::Ladder(args) => ladder(args, &stop_on_interrupt(), out, err)?,
        // Ctrl-C ends it at once, as any engine.
        ZeroCommand::Serve(args) => serve_network(args)?,
        ZeroCommand::Report(args) => report(args, &stop_on_interrupt(), out, err)?,
    }
    Ok(COMPLETE)
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
    let run = Run::open(&args.folder, recipe.as_ref())?;
    let generations = args.generations.unwrap_or(run.recipe().generations);
    let started = Instant::now();
    for generation in 0..generations {
        if run.has_network(generation + 1) {
            continue;
        }
        run.play(
            generation,
            Shard::WHOLE,
            args.threads.count(),
            stop,
            &|_| (),
        )?;
        let games = run.games(generation)?;
        let learned = run.learn(generation, stop)?;
        writeln!(
            out,
            "generation {generation}: {}; {}; {}",
            results_of(&games),
            text_of(&learned),
            seconds::show(started.elapsed()),
        )?;
        out.flush()?;
    }
    let name = args.folder.shown();
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
    let further = match learned.losses.auxiliary {
        0.0 => String::new(),
        loss => format!(", further heads {loss:.3}"),
    };
    format!(
        "{} learned in {}: policy {:.3}, value {:.3}{}",
        counted(learned.positions as u64, "position"),
        counted(learned.steps as u64, "step"),
        learned.losses.policy,
        learned.losses.value,
        further
    )
}
