//! `zero ladder`: the networks of a run against each other.

use std::io::Write;

use kagetsu_arena::statistics::{Encounter, Results, rate, ratings_text};
use kagetsu_kernel::StopSignal;
use kagetsu_zero::ladder::{LadderSettings, play_pairs};
use kagetsu_zero::net::Network;
use kagetsu_zero::run::{Run, RunError};
use serde::Serialize;

use crate::error::CommandError;

use super::args::ZeroLadderArgs;
use super::history::known_generations;

/// Networks that play unless the command says which.
const NETWORKS: usize = 5;

/// The results of two networks with `--json`, from the first one's point of view.
#[derive(Serialize)]
struct EncounterLine {
    first: u32,
    second: u32,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The rating of a network with `--json`, in Elo; the bounds are those of 95 %.
#[derive(Serialize)]
struct RatingLine {
    generation: u32,
    games: u64,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// Lets every two networks play and rates them.
pub(super) fn ladder(
    args: &ZeroLadderArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let run = Run::open(&args.folder, None)?;
    let generations = generations(args, &run, err)?;
    let networks: Result<Vec<Network>, RunError> = generations
        .iter()
        .map(|&generation| run.network(generation))
        .collect();
    let networks = networks?;
    let settings = LadderSettings {
        pairs: args.games / 2,
        playouts: args.playouts,
        seed: args.seed,
    };
    let mut encounters = Vec::new();
    for second in 1..networks.len() {
        for first in 0..second {
            let both = [&networks[first], &networks[second]];
            let games = play_pairs(both, *run.rules(), &settings, args.threads.count(), stop);
            let mut results = Results::default();
            for game in games.ok_or(RunError::Interrupted)? {
                results.push(game.pair, game.half_points);
            }
            let counts = results.games();
            let line = EncounterLine {
                first: generations[first],
                second: generations[second],
                wins: counts.wins,
                draws: counts.draws,
                losses: counts.losses,
            };
            if args.json {
                write_line(&line, out)?;
            }
            encounters.push(Encounter {
                first,
                second,
                results,
            });
        }
    }
    let games_of = |generation: u32| u64::from(generation) * run.recipe().games;
    let names: Vec<String> = generations
        .iter()
        .map(|&generation| format!("{} games", games_of(generation)))
        .collect();
    let ratings = rate(&names, &encounters, &[]).map_err(CommandError::system)?;
    if !args.json {
        write!(out, "{}", ratings_text(&ratings))?;
        return Ok(());
    }
    for (&generation, rating) in generations.iter().zip(&ratings.engines) {
        let line = RatingLine {
            generation,
            games: games_of(generation),
            elo: rating.elo.map(|elo| elo.value),
            low: rating.elo.map(|elo| elo.low),
            high: rating.elo.map(|elo| elo.high),
        };
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &impl Serialize, out: &mut dyn Write) -> Result<(), CommandError> {
    let line = serde_json::to_string(line).map_err(CommandError::system)?;
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// The generations that play, each once.
fn generations(
    args: &ZeroLadderArgs,
    run: &Run,
    err: &mut dyn Write,
) -> Result<Vec<u32>, CommandError> {
    let mut generations = args.generations.clone();
    generations.sort_unstable();
    if let Some([twice, _]) = generations.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(CommandError::input(format!(
            "generation {twice} is named twice: name each once"
        )));
    }
    if generations.is_empty() {
        let known = known_generations(run, err)?;
        let newest = known.len() - 1;
        let spread = (0..NETWORKS).map(|number| known[newest * number / (NETWORKS - 1)]);
        generations.extend(spread);
        generations.dedup();
    }
    if generations.len() < 2 {
        return Err(CommandError::input(format!(
            "a ladder needs two networks: '{}' has {}; name two generations, or learn one more",
            args.folder.display(),
            run.generations()?.len()
        )));
    }
    Ok(generations)
}
